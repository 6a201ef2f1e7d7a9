// Results that come from other tools and go to them, with the tools themselves: hyperfine measures,
// Go's benchcmp reads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "runners/base/files.h"
#include "tests/e2e/benchcell_program.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const std::string kRecorded = "fixtures/recorded/interchange/";

// What a program of the machine prints; it has to succeed.
std::string OutputOf(const std::string& command) {
  std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  std::string output;
  char piece[4096];
  while (const size_t size = std::fread(piece, 1, sizeof(piece), pipe)) output.append(piece, size);
  const int status = pclose(pipe);
  EXPECT_EQ(WEXITSTATUS(status), 0) << command << "\n" << output;
  return output;
}

class InterchangeTest : public testing::Test {
 protected:
  // A file that hyperfine wrote: two commands at two sizes, one with a comma, quotes and an emoji.
  fs::path Measure(const std::string& name) {
    const fs::path file = benchcell_.directory() / name;
    OutputOf(
        "hyperfine -N --runs 4 --warmup 1 -L size 1,10 'sleep 0.00{size}' "
        "'true \"new, \U0001F600\" {size}' --export-json '" +
        file.string() + "'");
    return file;
  }

  Finished Run(const std::vector<std::string>& arguments) { return benchcell_.Run(arguments); }

  BenchcellProgram benchcell_{testing::UnitTest::GetInstance()->current_test_info()->name()};
};

TEST_F(InterchangeTest, WhatHyperfineMeasuredIsARun) {
  const Finished imported = Run({"import", Measure("h.json")});
  ASSERT_EQ(imported.code, 0) << imported.log;
  EXPECT_THAT(imported.out, StartsWith("run hyperfine-"));
  EXPECT_THAT(imported.out, HasSubstr("Measured elsewhere by hyperfine"));
  EXPECT_THAT(imported.log, HasSubstr("User and system time are left out"));
  EXPECT_THAT(Run({"runs"}).out, HasSubstr("complete  2/2 blocks"));
  for (const char* format :
       {"md", "csv", "json", "benchstat", "github-action-benchmark", "hyperfine", "bencher"}) {
    const Finished report = Run({"report", "latest", std::string("--format=") + format});
    EXPECT_EQ(report.code, 0) << format << report.log;
    EXPECT_THAT(report.out, Not(IsEmpty())) << format;
  }
}

TEST_F(InterchangeTest, HyperfinesFileComesBackEqual) {
  const fs::path file = Measure("h.json");
  ASSERT_EQ(Run({"import", file}).code, 0);
  const auto original = nlohmann::json::parse(*ReadFile(file))["results"];
  const auto exported =
      nlohmann::json::parse(Run({"report", "latest", "--format=hyperfine"}).out)["results"];
  ASSERT_EQ(exported.size(), original.size());
  for (size_t i = 0; i < original.size(); ++i) {
    // hyperfine fills parameters into the command; a run has the command before that.
    EXPECT_THAT(exported[i]["command"].get<std::string>(), HasSubstr("{size}"));
    for (const char* member : {"times", "exit_codes", "parameters", "min", "max", "median"}) {
      EXPECT_EQ(exported[i][member], original[i][member]) << member;
    }
    for (const char* member : {"mean", "stddev"}) {
      EXPECT_NEAR(exported[i][member], original[i][member], 1e-12) << member;
    }
  }
}

TEST_F(InterchangeTest, ARunMovesToAnotherStoreOnce) {
  ASSERT_EQ(Run({"import", Measure("h.json")}).code, 0);
  const std::string json = Run({"report", "latest", "--format=json"}).out;
  const fs::path file = benchcell_.directory() / "run.json";
  ASSERT_TRUE(WriteFile(file, json).ok());
  const std::string other = "--state-dir=" + (benchcell_.directory() / "other").string();
  EXPECT_EQ(Run({"import", file, other}).code, 0);
  EXPECT_EQ(Run({"report", "latest", "--format=json", other}).out, json);
  // Again is fine, something else with the same id isn't.
  EXPECT_EQ(Run({"import", file, other}).code, 0);
  std::string changed = json;
  const size_t value = changed.rfind("\"value\":");
  changed.insert(value + 8, "1");
  ASSERT_TRUE(WriteFile(file, changed).ok());
  const Finished refused = Run({"import", file, other});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.log, HasSubstr("another run is stored with the id hyperfine-"));
}

TEST_F(InterchangeTest, GoReadsTheBenchstatText) {
  ASSERT_EQ(Run({"import", Measure("h.json")}).code, 0);
  const fs::path old_file = benchcell_.directory() / "old.txt";
  const fs::path new_file = benchcell_.directory() / "new.txt";
  const std::string text = Run({"report", "latest", "--format=benchstat"}).out;
  ASSERT_TRUE(WriteFile(old_file, text).ok());
  ASSERT_TRUE(WriteFile(new_file, text).ok());
  const std::string compared =
      OutputOf("benchcmp -best '" + old_file.string() + "' '" + new_file.string() + "'");
  EXPECT_THAT(compared, HasSubstr("Hyperfine/size=1"));
  EXPECT_THAT(compared, HasSubstr("Hyperfine/size=10"));
  EXPECT_THAT(compared, HasSubstr("+0.00%"));
}

TEST_F(InterchangeTest, CompareStoresNothing) {
  for (const char* version : {"vitest-4.1.10", "vitest-5.1.0"}) {
    const Finished compared =
        Run({"compare", kRecorded + version + "-old.json", kRecorded + version + "-new.json"});
    // One of the recorded benchmarks fails.
    EXPECT_EQ(compared.code, 1) << compared.log;
    EXPECT_THAT(compared.out, HasSubstr("sort"));
    EXPECT_THAT(compared.out, HasSubstr("each value stands for many"));
  }
  EXPECT_THAT(Run({"runs"}).out, IsEmpty());
}

TEST_F(InterchangeTest, BuildsCanBeNamed) {
  const Finished imported =
      Run({"import", "--build=main, old=" + kRecorded + "google-benchmark-1.7.1-old.json",
           "--build=pr=" + kRecorded + "google-benchmark-1.7.1-new.json", "--metric=cpu_time"});
  EXPECT_EQ(imported.code, 1) << imported.log;
  EXPECT_THAT(imported.out, HasSubstr("| main, old |"));
  EXPECT_THAT(imported.out, HasSubstr("no input file"));
}

TEST_F(InterchangeTest, BadInputIsRefusedAndNothingIsStored) {
  const fs::path file = benchcell_.directory() / "bad.json";
  for (const auto& [text, words] :
       {std::pair("", "bad.json: empty"), std::pair("{\"results\": [", "not JSON, or cut off"),
        std::pair("{\"results\": [{\"command\": \"a\", \"times\": [\"x\"]}]}",
                  "at /results/0/times/0"),
        std::pair("{\"machine_info\": 1}", "expected the JSON of hyperfine")}) {
    ASSERT_TRUE(WriteFile(file, text).ok());
    const Finished refused = Run({"import", file});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.log, HasSubstr(words));
    EXPECT_THAT(refused.out, IsEmpty());
  }
  EXPECT_EQ(Run({"import"}).code, 2);
  EXPECT_EQ(Run({"import", "--build=x"}).code, 2);
  EXPECT_EQ(Run({"import", "no/such/file.json"}).code, 2);
  EXPECT_THAT(Run({"runs"}).out, IsEmpty());
}

}  // namespace
}  // namespace benchcell
