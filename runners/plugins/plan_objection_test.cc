#include "runners/plugins/plan_objection.h"

#include <string>

#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace benchcell {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kMeasure[] =
    "step { when: EACH_RUN command { role: MEASURE argument: 'tool' timeout { seconds: 1 } } }";

// Of a plan whose steps are `steps`; the request has the bundle `abc`.
std::string ObjectionTo(const std::string& steps) {
  v1::BuildPlan plan;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(steps, &plan)) << steps;
  google::protobuf::RepeatedPtrField<v1::Bundle> bundles;
  bundles.Add()->set_sha256("abc");
  return PlanObjection(plan, v1::Command::MEASURE, bundles);
}

std::string ObjectionToStep(const std::string& step) {
  return ObjectionTo("step { when: ONCE " + step + " } " + kMeasure);
}

TEST(PlanObjectionTest, NothingIsWrongWithEveryKindOfStep) {
  EXPECT_THAT(ObjectionTo(R"pb(
                step {
                  when: ONCE
                  mount { sha256: 'abc' path: 'a' mode: SHARED }
                }
                step {
                  when: ONCE
                  write_file { path: 'a/b' }
                }
                step {
                  when: EACH_BLOCK
                  wipe { path: 'a/*' }
                }
                step {
                  when: EACH_RUN
                  command {
                    role: MEASURE
                    argument: '/bin/true'
                    working_directory: 'a'
                    timeout { seconds: 1 }
                    channel { name: 'reports' variable: 'FD' }
                  }
                }
                step {
                  when: EACH_RUN
                  collect_file { path: 'a' name: 'a' }
                }
                step {
                  when: EACH_RUN
                  collect_files { path: 'a/*.out' prefix: 'a/' }
                }
                step {
                  when: EACH_RUN
                  list_files { path: 'a' name: 'list' }
                })pb"),
              IsEmpty());
}

TEST(PlanObjectionTest, EveryRunHasOneCommandOfTheRole) {
  EXPECT_THAT(ObjectionTo(""), HasSubstr("planned 0 commands of role MEASURE"));
  EXPECT_THAT(ObjectionTo(std::string(kMeasure) + kMeasure), HasSubstr("planned 2 commands"));
}

TEST(PlanObjectionTest, PathsStayInTheDirectory) {
  EXPECT_THAT(ObjectionToStep("write_file { path: '../up' }"), HasSubstr("holds `..`"));
  EXPECT_THAT(ObjectionToStep("write_file { path: '/etc/passwd' }"), HasSubstr("is absolute"));
  EXPECT_THAT(ObjectionToStep("write_file {}"), HasSubstr("is empty"));
  EXPECT_THAT(ObjectionToStep("wipe { path: 'a' path: 'a/../..' }"), HasSubstr("holds `..`"));
  EXPECT_THAT(ObjectionToStep("wipe {}"), HasSubstr("names no path"));
  EXPECT_THAT(ObjectionToStep("mount { sha256: 'abc' mode: COPY path: '/' }"),
              HasSubstr("is absolute"));
  EXPECT_THAT(ObjectionToStep("mount { sha256: 'abc' mode: COPY path: 'a' from: '..' }"),
              HasSubstr("holds `..`"));
  EXPECT_THAT(ObjectionToStep("collect_file { path: '..' name: 'x' }"), HasSubstr("holds `..`"));
  EXPECT_THAT(ObjectionToStep("collect_files { path: '../*' }"), HasSubstr("holds `..`"));
  EXPECT_THAT(ObjectionToStep("list_files { path: '..' name: 'x' }"), HasSubstr("holds `..`"));
  EXPECT_THAT(ObjectionToStep("command { role: PREPARE argument: 'x' timeout { seconds: 1 } "
                              "working_directory: '..' }"),
              HasSubstr("holds `..`"));
}

TEST(PlanObjectionTest, BundlesAreThoseOfTheRequest) {
  EXPECT_THAT(ObjectionToStep("mount { sha256: 'abd' mode: COPY path: 'a' }"),
              HasSubstr("\"abd\", which is none of the request's"));
  EXPECT_THAT(ObjectionToStep("mount { sha256: 'abc' path: 'a' }"), HasSubstr("without a mode"));
}

TEST(PlanObjectionTest, CommandsSayWhatTheyAreAndHowLongTheyMayTake) {
  EXPECT_THAT(ObjectionToStep("command { argument: 'x' timeout { seconds: 1 } }"),
              HasSubstr("without a role"));
  EXPECT_THAT(ObjectionToStep("command { role: PREPARE timeout { seconds: 1 } }"),
              HasSubstr("no words"));
  EXPECT_THAT(ObjectionToStep("command { role: PREPARE argument: 'x' }"),
              HasSubstr("without a timeout"));
}

TEST(PlanObjectionTest, RawOutputsHaveNamesOfTheirOwn) {
  EXPECT_THAT(ObjectionToStep("collect_file { path: 'x' }"), HasSubstr("without a name"));
  EXPECT_THAT(ObjectionToStep("collect_file { path: 'x' name: 'stdout' }"),
              HasSubstr("\"stdout\" beside another"));
  EXPECT_THAT(ObjectionToStep("command { role: PREPARE argument: 'x' timeout { seconds: 1 } "
                              "channel { name: 'stderr' variable: 'FD' } }"),
              HasSubstr("\"stderr\" beside another"));
}

TEST(PlanObjectionTest, NamesTheStep) {
  EXPECT_THAT(ObjectionTo(std::string(kMeasure) + "step { when: ONCE }"),
              HasSubstr("(number 2) that does nothing"));
  EXPECT_THAT(ObjectionTo(std::string(kMeasure) + "step { wipe { path: 'x' } }"),
              HasSubstr("(number 2) that doesn't say when"));
}

}  // namespace
}  // namespace benchcell
