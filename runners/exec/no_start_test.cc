#include "runners/exec/no_start.h"

#include <cerrno>
#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace benchcell {
namespace {

using ::testing::HasSubstr;

std::string Program(const std::string& content) {
  const std::string path = testing::TempDir() + "/program";
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
  return path;
}

TEST(NoStartTest, AMissingProgramIsItsOwnFault) {
  const absl::Status status = NoStart("/no/such/program", ENOENT);
  EXPECT_EQ(status.code(), absl::StatusCode::kAborted);
  EXPECT_EQ(status.message(), "can't start /no/such/program: No such file or directory");
}

TEST(NoStartTest, AScriptIsToldWhichInterpreterItLacks) {
  for (const char* content : {"#!/no/interpreter", "#! /no/interpreter -x\nmore\n"}) {
    const absl::Status status = NoStart(Program(content), ENOENT);
    EXPECT_EQ(status.code(), absl::StatusCode::kAborted);
    EXPECT_THAT(std::string(status.message()), HasSubstr("there is no \"/no/interpreter\""));
  }
}

TEST(NoStartTest, AProgramWhoseLoaderIsMissingIsTheMachinesTrouble) {
  const absl::Status status = NoStart(Program("\x7f"
                                              "ELF"),
                                      ENOENT);
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), HasSubstr("lacks its loader"));
}

TEST(NoStartTest, WhatIsNoProgramIsItsOwnFault) {
  const absl::Status status = NoStart(Program("echo\n"), ENOEXEC);
  EXPECT_EQ(status.code(), absl::StatusCode::kAborted);
  EXPECT_THAT(std::string(status.message()), HasSubstr("no program for this machine"));
}

TEST(NoStartTest, TooLongArgumentsAreItsOwnFault) {
  EXPECT_EQ(NoStart("/bin/true", E2BIG).code(), absl::StatusCode::kAborted);
}

TEST(NoStartTest, AMachineWithoutMemoryIsItsTrouble) {
  EXPECT_EQ(NoStart("/bin/true", ENOMEM).code(), absl::ErrnoToStatus(ENOMEM, "").code());
}

}  // namespace
}  // namespace benchcell
