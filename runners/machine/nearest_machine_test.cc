#include "runners/machine/nearest_machine.h"

#include "gtest/gtest.h"
#include "runners/machine/testing.h"

namespace benchcell {
namespace {

const char kClass[] = R"(
  name: "linux-x64" title: "Linux on x86-64"
  required { fact: "platform" equal: "linux-x64" hardware: true remedy: "another is needed" }
  required { fact: "governor" equal: "performance" remedy: "run `set performance`" }
  required { fact: "turbo" equal: "off" remedy: "run `set turbo off`" })";

NamedMachine Machine(const std::string& name, const std::string& facts) {
  return {name, FactsFrom(facts)};
}

const char kGood[] = "platform: 'linux-x64' governor: 'performance' turbo: OFF";
const char kUntuned[] = "platform: 'linux-x64' governor: 'powersave' turbo: ON";
const char kHalf[] = "platform: 'linux-x64' governor: 'powersave' turbo: OFF";
const char kOther[] = "platform: 'linux-arm64' governor: 'performance' turbo: OFF";

TEST(Nearest, AnotherPlatformIsFurthest) {
  v1::MachineClass machine_class = ClassFrom(kClass);
  v1::Requirement& requirement = *machine_class.add_required();
  requirement.set_fact("virtualised");
  requirement.set_equal("off");
  requirement.set_hardware(true);
  const auto candidates =
      Nearest(machine_class, {Machine("arm", std::string(kOther) + " virtualised: OFF"),
                              Machine("guest", "platform: 'linux-x64' virtualised: ON turbo: ON")});
  EXPECT_EQ(candidates[0].name, "guest");
  EXPECT_EQ(candidates[0].lacks.size(), 3);
}

TEST(Nearest, WhatCanBeMendedIsNearerThanOtherHardware) {
  const std::vector<Candidate> candidates =
      Nearest(ClassFrom(kClass), {Machine("arm", kOther), Machine("b", kUntuned),
                                  Machine("a", kUntuned), Machine("half", kHalf)});
  std::string order;
  for (const Candidate& candidate : candidates) {
    order += candidate.name + " " + std::to_string(candidate.lacks.size()) + " ";
  }
  EXPECT_EQ(order, "half 1 a 2 b 2 arm 1 ");
}

TEST(CheckAnyOfClass, OneOfTheClassIsEnough) {
  EXPECT_TRUE(
      CheckAnyOfClass(ClassFrom(kClass), {Machine("arm", kOther), Machine("good", kGood)}).ok());
}

TEST(CheckAnyOfClass, NamesWhatTheNearestLacksAndWhatToDo) {
  const absl::Status status =
      CheckAnyOfClass(ClassFrom(kClass), {Machine("arm", kOther), Machine("lab-2", kUntuned)});
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(status.message(),
            "no enrolled machine is a linux-x64: nearest is lab-2, which lacks:\n"
            "  governor is powersave, performance is required (run `set performance`)\n"
            "  turbo is on, off is required (run `set turbo off`)\n"
            "then arm (lacks 1)\n"
            "--any-machine measures without regard to the class, with what differs under the "
            "table");
}

TEST(CheckAnyOfClass, CountsTheMachinesThatAreFurtherAway) {
  const std::string message(
      CheckAnyOfClass(ClassFrom(kClass),
                      {Machine("1", kHalf), Machine("2", kUntuned), Machine("3", kUntuned),
                       Machine("4", kOther), Machine("5", kOther)})
          .message());
  EXPECT_NE(message.find("\nthen 2 (lacks 2), 3 (lacks 2) and 2 more\n"), std::string::npos)
      << message;
}

TEST(CheckAnyOfClass, WithoutMachinesSaysHowToGetOne) {
  const absl::Status status =
      CheckAnyOfClass(ClassFrom("name: 'apple-m4-pro' title: 'a Mac with Apple M4 Pro'"), {});
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(status.message(),
            "no machine is enrolled, and the experiment asks for an apple-m4-pro (a Mac with Apple "
            "M4 Pro): start `benchcell agent` on one");
}

}  // namespace
}  // namespace benchcell
