// Trees of files and facts for tests.

#ifndef BENCHCELL_RUNNERS_MACHINE_TESTING_H_
#define BENCHCELL_RUNNERS_MACHINE_TESTING_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "benchcell/v1/machine.pb.h"
#include "google/protobuf/text_format.h"
#include "runners/machine/linux_machine_facts.h"

namespace benchcell {

struct FakeSystemCalls : SystemCalls {
  std::vector<int> UsableProcessors() override { return processors; }
  uint64_t MemoryBytes() override { return memory; }
  std::string KernelRelease() override { return kernel; }
  std::string MachineName() override { return machine; }
  OwnProgram Program() override { return program; }

  std::vector<int> processors = {0};
  uint64_t memory = 0;
  std::string kernel;
  std::string machine;
  OwnProgram program;
};

// A tree of its own for each test, which the test fills.
class TreeTest : public testing::Test {
 protected:
  TreeTest()
      : root_(testing::TempDir() + "/" +
              testing::UnitTest::GetInstance()->current_test_info()->test_suite_name() + "." +
              testing::UnitTest::GetInstance()->current_test_info()->name()) {}

  void Write(const std::string& path, const std::string& text) {
    const std::filesystem::path whole = root_ + path;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole) << text;
  }

  const std::string root_;
};

// A program that is seen to run by itself.
inline OwnProgram NativeProgram(uint16_t machine) {
  return {"/usr/bin/benchcell", "/usr/bin/benchcell", machine, machine, ""};
}

inline v1::MachineFacts FactsFrom(const std::string& text) {
  v1::MachineFacts facts;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &facts)) << text;
  return facts;
}

inline v1::MachineClass ClassFrom(const std::string& text) {
  v1::MachineClass machine_class;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &machine_class)) << text;
  return machine_class;
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_TESTING_H_
