// Evidence through the command line, of a real run: written, checked, damaged, reproduced.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_replace.h"
#include "runners/base/files.h"
#include "tests/e2e/benchcell_program.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const char kManifest[] = "fixtures/experiments/node-startup.bundles.json";

// The part of a text from `begin` to the end of `end`.
std::string Part(const std::string& text, const std::string& begin, const std::string& end) {
  const size_t start = text.find(begin);
  EXPECT_NE(start, std::string::npos) << text;
  return text.substr(start, text.find(end, start) + end.size() - start);
}

class EvidenceTest : public testing::Test {
 protected:
  explicit EvidenceTest(const std::string& name = "evidence")
      : benchcell_(name), file_(benchcell_.directory() / "run.evidence") {}

  void Measure(std::vector<std::string> more = {}) {
    std::vector<std::string> words = {"run",        "node-startup", Bundles(kManifest),
                                      "--rounds=1", "--runs=2",     "--set=script=semicolon.js"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished run = benchcell_.Run(words);
    ASSERT_EQ(run.code, 0) << run.log << run.out;
  }

  static std::string Bundles(const std::string& manifest) { return "--bundles=" + manifest; }

  Finished Report(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"report", "latest", "--bundle=" + file_.string()});
    return benchcell_.Run(more);
  }

  Finished Verify(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"verify", file_.string()});
    return benchcell_.Run(more);
  }

  fs::path Write(const std::string& name, const std::string& content) {
    const fs::path path = benchcell_.directory() / name;
    EXPECT_TRUE(WriteFile(path, content).ok());
    return path;
  }

  BenchcellProgram benchcell_;
  const fs::path file_;
};

TEST_F(EvidenceTest, ARunIsWrittenCheckedAndReproduced) {
  Measure();
  const Finished report = Report();
  ASSERT_EQ(report.code, 0) << report.log;
  EXPECT_EQ(report.out, benchcell_.Run({"report", "latest"}).out);
  const std::string key = Part(report.log, "-----BEGIN PUBLIC KEY", "END PUBLIC KEY-----\n");
  const std::string fingerprint = Part(report.log, "fingerprint ", "\n").substr(12, 64);
  const std::string first = *ReadFile(file_);
  const Finished again = Report();
  EXPECT_THAT(again.log, AllOf(Not(HasSubstr("BEGIN")), HasSubstr(fingerprint)));
  EXPECT_EQ(*ReadFile(file_), first) << "equal runs and keys give equal files";

  const Finished verified = Verify();
  EXPECT_EQ(verified.code, 0) << verified.out;
  for (const char* check :
       {"envelope", "signature", "members", "statement", "experiment", "raw outputs", "order",
        "records", "samples", "table.md", "table.json"}) {
    EXPECT_THAT(verified.out, HasSubstr("ok      " + std::string(check) + ": "));
  }
  EXPECT_THAT(verified.out, HasSubstr("whether to trust that key is for you to say"));
  EXPECT_EQ(Verify({"--key=" + Write("signer.pem", key).string()}).code, 0);

  const Finished reproduced = benchcell_.Run({"reproduce", file_.string(), Bundles(kManifest)});
  // Two pairs have no interval, so nothing can contradict.
  EXPECT_EQ(reproduced.code, 0) << reproduced.log << reproduced.out;
  EXPECT_THAT(reproduced.out, AllOf(HasSubstr("published Δ"), HasSubstr("too noisy to tell"),
                                    HasSubstr("signed by the key " + fingerprint)));
  EXPECT_THAT(reproduced.log, HasSubstr("is whole and signed"));

  // With another input it is another experiment.
  const std::string manifest = *ReadFile(kManifest);
  const std::string digest = Part(manifest, "\"sha256\"", ",");
  const fs::path changed = Write(
      "other.bundles.json",
      absl::StrReplaceAll(manifest, {{digest, "\"sha256\": \"" + std::string(64, '0') + "\","}}));
  const Finished refused = benchcell_.Run({"reproduce", file_.string(), Bundles(changed)});
  EXPECT_EQ(refused.code, 2) << refused.log;
  EXPECT_THAT(refused.log, AllOf(HasSubstr("is the bundle " + std::string(64, '0') + " here"),
                                 HasSubstr("can't be reproduced with other inputs")));
}

TEST_F(EvidenceTest, WhatDoesNotHoldIsToldAndNotReproduced) {
  Measure({"--builds=24.22.3", "--runs=1"});
  ASSERT_EQ(Report().code, 0);
  std::string bytes = *ReadFile(file_);
  // In the content of the member, which begins 512 bytes behind its name.
  bytes[bytes.rfind("table.json") + 600] ^= 1;
  ASSERT_TRUE(WriteFile(file_, bytes).ok());
  const Finished verified = Verify();
  EXPECT_EQ(verified.code, 1);
  EXPECT_THAT(verified.out, AllOf(HasSubstr("FAILED  members: table.json (bytes "),
                                  HasSubstr("FAILED  table.json: line 1, byte "),
                                  HasSubstr("run.evidence does not hold")));
  const Finished reproduced = benchcell_.Run({"reproduce", file_.string(), Bundles(kManifest)});
  EXPECT_EQ(reproduced.code, 2);
  EXPECT_THAT(reproduced.log, AllOf(HasSubstr("FAILED  members"), HasSubstr("not measured again")));

  EXPECT_EQ(benchcell_.Run({"verify", "README.md"}).code, 2);
  const Finished none = benchcell_.Run({"verify", "none.evidence"});
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.log, HasSubstr("none.evidence"));
}

TEST_F(EvidenceTest, KeysThatCannotSignAreRefusedBeforeAnythingIsWritten) {
  Measure({"--builds=24.22.3", "--runs=1"});
  const fs::path key = Write("key.pem", "no key");
  fs::permissions(key, fs::perms::owner_read | fs::perms::group_read);
  EXPECT_THAT(Report({"--key=" + key.string()}).log, HasSubstr("expected 0600"));
  fs::permissions(key, fs::perms::owner_read);
  const Finished report = Report({"--key=" + key.string()});
  EXPECT_EQ(report.code, 2);
  EXPECT_THAT(report.log, HasSubstr("expected an Ed25519 private key"));
  EXPECT_THAT(report.out, IsEmpty());
  EXPECT_FALSE(fs::exists(file_));
  EXPECT_THAT(benchcell_.Run({"report", "latest", "--with-inputs"}).log,
              HasSubstr("give a file for it with --bundle"));
}

TEST_F(EvidenceTest, WhatWasMeasuredElsewhereIsNone) {
  const fs::path json = Write("h.json", R"({"results": [{"command": "a", "times": [1, 2]}]})");
  ASSERT_EQ(benchcell_.Run({"import", json.string()}).code, 0);
  const Finished report = Report();
  EXPECT_EQ(report.code, 2);
  EXPECT_THAT(report.log, HasSubstr("was measured elsewhere"));
  EXPECT_FALSE(fs::exists(file_));
}

TEST_F(EvidenceTest, WithItsInputsItNeedsNothingElse) {
  Measure({"--builds=24.22.3", "--runs=1"});
  ASSERT_EQ(Report({"--with-inputs"}).code, 0);
  // There is no Bazel on this test's PATH.
  const Finished reproduced = benchcell_.Run({"reproduce", file_.string()});
  EXPECT_EQ(reproduced.code, 0) << reproduced.log;
  EXPECT_THAT(reproduced.out, HasSubstr("24.22.3"));
}

TEST_F(EvidenceTest, FilesThatWereBroughtAreTheSameOrComeAlong) {
  const fs::path here = benchcell_.directory() / "here";
  ASSERT_TRUE(MakeFolder(here).ok());
  benchcell_.WorkIn(here);
  const fs::path tool = Write("here/tool", "#!/bin/sh\necho fine\n");
  fs::permissions(tool, fs::perms::owner_all);
  const Finished run =
      benchcell_.Run({"run", "--command=a=./tool x", "--command=b=./tool y", "--runs=1"});
  ASSERT_EQ(run.code, 0) << run.log;
  ASSERT_EQ(Report().code, 0);
  EXPECT_THAT(Verify().out, HasSubstr("ok      samples"));
  EXPECT_EQ(benchcell_.Run({"reproduce", file_.string()}).code, 0);

  ASSERT_TRUE(WriteFile(tool, "#!/bin/sh\necho changed\n").ok());
  const Finished changed = benchcell_.Run({"reproduce", file_.string()});
  EXPECT_EQ(changed.code, 2) << changed.log;
  EXPECT_THAT(changed.log, AllOf(HasSubstr("the input ./tool"), HasSubstr("has changed")));
}

TEST_F(EvidenceTest, FilesThatComeAlongNeedNotBeThere) {
  const fs::path here = benchcell_.directory() / "here";
  ASSERT_TRUE(MakeFolder(here).ok());
  benchcell_.WorkIn(here);
  const fs::path tool = Write("here/tool", "#!/bin/sh\necho fine\n");
  fs::permissions(tool, fs::perms::owner_all);
  ASSERT_EQ(benchcell_.Run({"run", "--command=a=./tool", "--runs=1"}).code, 0);
  ASSERT_EQ(Report({"--with-inputs"}).code, 0);
  fs::remove(tool);
  const Finished reproduced = benchcell_.Run({"reproduce", file_.string()});
  EXPECT_EQ(reproduced.code, 0) << reproduced.log;
}

}  // namespace
}  // namespace benchcell
