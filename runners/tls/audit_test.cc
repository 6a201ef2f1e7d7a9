#include "runners/tls/audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "absl/strings/str_split.h"
#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

AuditLine Line() {
  return {.time = absl::FromUnixMillis(1'700'000'000'123),
          .name = "eve",
          .role = "viewer",
          .key_id = "ab12",
          .method = "/benchcell.v1.Experiments/Submit",
          .decision = "denied",
          .object = "",
          .reason = "expected submitter",
          .address = "ipv4:10.0.0.7:51234"};
}

TEST(Audit, LineIsOneJsonObject) {
  const std::string text = ToJson(Line());
  EXPECT_EQ(text.find('\n'), text.npos);
  EXPECT_EQ(text,
            R"({"time":"2023-11-14T22:13:20.123Z","decision":"denied",)"
            R"("method":"/benchcell.v1.Experiments/Submit","role":"viewer","name":"eve",)"
            R"("key_id":"ab12","address":"ipv4:10.0.0.7:51234","reason":"expected submitter"})");
}

TEST(Audit, LineOfWhatWasDoneNamesWhatWasChanged) {
  AuditLine line = Line();
  line.decision = "done";
  line.object = "quickstart-1";
  EXPECT_EQ(nlohmann::json::parse(ToJson(line))["object"], "quickstart-1");
}

TEST(Audit, WhatIsUnknownIsLeftOut) {
  AuditLine line = Line();
  line.address.clear();
  line.reason.clear();
  line.not_written = 41;
  const auto json = nlohmann::json::parse(ToJson(line));
  EXPECT_FALSE(json.contains("address"));
  EXPECT_FALSE(json.contains("reason"));
  EXPECT_EQ(json["not_written"], 41);
}

TEST(Audit, NamesOfStrangersCantForgeALine) {
  AuditLine line = Line();
  line.name = "eve\"}\n{\"decision\":\"allowed\xff";
  const std::string text = ToJson(line);
  EXPECT_EQ(text.find('\n'), text.npos);
  EXPECT_EQ(nlohmann::json::parse(text)["decision"], "denied");
}

TEST(Audit, FileIsAddedToAndOthersMayNotRead) {
  const fs::path path = fs::path(testing::TempDir()) / "audit.jsonl";
  fs::remove(path);
  for (int i = 0; i < 2; ++i) {
    auto sink = OpenAuditFile(path);
    ASSERT_TRUE(sink.ok()) << sink.status();
    EXPECT_TRUE((*sink)->Write(Line()).ok());
  }
  EXPECT_EQ(*ReadFile(path), ToJson(Line()) + "\n" + ToJson(Line()) + "\n");
  struct stat status;
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600u);
}

TEST(Audit, LinesOfManyThreadsStayWhole) {
  const fs::path path = fs::path(testing::TempDir()) / "threads.jsonl";
  fs::remove(path);
  auto sink = OpenAuditFile(path);
  ASSERT_TRUE(sink.ok());
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 100; ++j) EXPECT_TRUE((*sink)->Write(Line()).ok());
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::string content = *ReadFile(path);
  const std::vector<std::string> lines = absl::StrSplit(content, '\n', absl::SkipEmpty());
  EXPECT_EQ(lines.size(), 400u);
  for (const std::string& line : lines) EXPECT_EQ(line, ToJson(Line()));
}

TEST(Audit, FileThatCantBeOpenedOrWrittenIsNamed) {
  EXPECT_THAT(std::string(OpenAuditFile("/nowhere/audit").status().message()),
              testing::HasSubstr("/nowhere/audit: can't open the audit log"));
  auto full = OpenAuditFile("/dev/full");
  ASSERT_TRUE(full.ok());
  EXPECT_THAT(std::string((*full)->Write(Line()).message()),
              testing::HasSubstr("/dev/full: can't write the audit log"));
}

}  // namespace
}  // namespace benchcell
