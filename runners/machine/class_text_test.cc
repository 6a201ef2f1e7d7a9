#include "runners/machine/class_text.h"

#include "gtest/gtest.h"

namespace benchcell {
namespace {

constexpr char kHead[] = "name: 'lab' title: 'a lab machine' ";

std::string Error(const std::string& text) {
  const auto machine_class = ParseClass(text, "lab.textproto");
  EXPECT_EQ(machine_class.status().code(), absl::StatusCode::kInvalidArgument) << text;
  return std::string(machine_class.status().message());
}

std::string ErrorOf(const std::string& requirement) {
  return Error(std::string(kHead) + "required { remedy: 'mend it' " + requirement + " }");
}

TEST(ParseClass, ReadsAClass) {
  const auto machine_class = ParseClass(std::string(kHead) + R"(
    required { fact: "governor" equal: "performance" or_unset: true remedy: "set it" }
    required { fact: "memory_bytes" be_at_least: 1024 remedy: "add some" }
    required { fact: "power_mode" differ_from: "quiet" remedy: "set it" }
    required { fact: "power_mode" differ_from: "cool" remedy: "set it" }
    wished { fact: "core_kind" be_unset: true remedy: "use one kind" }
    wished { fact: "kernel" match: "6\\..*" remedy: "upgrade" }
    observed { what: "frequency" instead: "heat" })",
                                        "lab.textproto");
  ASSERT_TRUE(machine_class.ok()) << machine_class.status();
  EXPECT_EQ(machine_class->required_size(), 4);
  EXPECT_EQ(machine_class->wished(1).match(), "6\\..*");
}

TEST(ParseClass, TellsWhereTheTextIsNone) {
  EXPECT_EQ(Error("name: 'lab'\nrequierd { }").substr(0, 18), "lab.textproto:2:10");
}

TEST(ParseClass, AsksForNameTitleAndARequirement) {
  EXPECT_EQ(Error("name: 'Lab'"),
            "lab.textproto: the name is \"Lab\"; expected lower case letters and digits, with "
            "single dashes between them");
  EXPECT_EQ(Error("name: 'lab'"), "lab.textproto: no title; expected one line");
  EXPECT_EQ(Error(kHead), "lab.textproto: nothing is required; expected a required { } at least");
}

TEST(ParseClass, RefusesAFactThatThereIsNot) {
  const std::string error = ErrorOf("fact: 'govenor' equal: 'performance'");
  EXPECT_EQ(
      error.find("lab.textproto: required \"govenor\": unknown fact; expected one of \"platform\""),
      0)
      << error;
  EXPECT_NE(error.find("(nearest valid name: \"governor\")"), std::string::npos) << error;
}

TEST(ParseClass, RefusesWhatCanNeverBeMet) {
  const std::string of = "lab.textproto: required ";
  EXPECT_EQ(ErrorOf("fact: 'turbo' equal: 'OFF'"),
            of + "\"turbo\": \"OFF\"; expected \"on\" or \"off\"");
  EXPECT_EQ(ErrorOf("fact: 'logical_cpus' equal: 'four'"),
            of + "\"logical_cpus\": \"four\"; expected a number");
  EXPECT_EQ(ErrorOf("fact: 'governor' be_at_least: 4"),
            of + "\"governor\": be_at_least of a fact that is no number; expected equal, "
                 "differ_from or match");
  EXPECT_EQ(ErrorOf("fact: 'governor' equal: ''"),
            of + "\"governor\": an empty value; expected be_unset for a fact that must not be "
                 "known");
  EXPECT_EQ(ErrorOf("fact: 'governor' be_unset: false"),
            of + "\"governor\": be_unset: false; expected be_unset: true or another condition");
  EXPECT_EQ(ErrorOf("fact: 'governor'"),
            of + "\"governor\": nothing is asked of it; expected one of equal, differ_from, match, "
                 "be_at_least, be_unset");
  EXPECT_EQ(ErrorOf("fact: 'kernel' match: '6.('").substr(0, 68),
            of + "\"kernel\": the pattern \"6.(\" is none of RE2's");
}

TEST(ParseClass, AsksForARemedyAndForEachFactOnce) {
  EXPECT_EQ(Error(std::string(kHead) + "required { fact: 'turbo' equal: 'off' }"),
            "lab.textproto: required \"turbo\": no remedy; expected what to do to meet it");
  const std::string turbo = " { fact: 'turbo' equal: 'off' remedy: 'set it' } ";
  EXPECT_EQ(Error(kHead + ("required" + turbo) + "required" + turbo),
            "lab.textproto: required \"turbo\": it is asked of twice");
  EXPECT_EQ(Error(kHead + ("required" + turbo) + "wished" + turbo + "wished" + turbo),
            "lab.textproto: wished \"turbo\": it is asked of twice");
  EXPECT_EQ(Error(kHead + ("required" + turbo) + "observed { what: 'noise' }"),
            "lab.textproto: observed \"noise\": expected `what` and `instead`");
}

}  // namespace
}  // namespace benchcell
