// The agent compiles for macOS, with what stands for Linux's own parts there; what needs no library
// links. That it is built at all is most of the test: the compiler's messages are Bazel's.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "tests/macos/mach_o.h"

namespace benchcell {
namespace {

using testing::Contains;
using testing::EndsWith;
using testing::Not;

std::string KindOf(const std::string& file) {
  std::string start(kMachOHeader, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(start.data(), kMachOHeader);
  start.resize(stream.gcount());
  return MachOKind(start);
}

std::vector<std::string> Objects() {
  std::ifstream list("tests/macos/agent_objects.txt");
  std::vector<std::string> objects;
  for (std::string line; std::getline(list, line);) objects.push_back(line);
  return objects;
}

TEST(Agent, EveryObjectIsOfArm64) {
  const std::vector<std::string> objects = Objects();
  EXPECT_GT(objects.size(), 80);
  for (const std::string& object : objects) EXPECT_EQ(KindOf(object), "arm64 object") << object;
}

TEST(Agent, HasWhatMacOsOffersInPlaceOfLinux) {
  const std::vector<std::string> objects = Objects();
  for (const char* part : {"runners/agent/_objs/agent/agent", "runners/blobs/_objs/archive/archive",
                           "runners/cli/_objs/agent_command/agent_command",
                           "runners/exec/_objs/scope_members/scope_members_macos",
                           "runners/exec/_objs/warden_runner/warden_runner",
                           "runners/machine/_objs/cpu_times/cpu_times_macos",
                           "runners/machine/_objs/macos_this_machine/macos_this_machine",
                           "runners/quiet/_objs/macos_this_machine/macos_this_machine",
                           "protos/benchcell/v1/_objs/lab_services/lab.grpc.pb"}) {
    EXPECT_THAT(objects, Contains(EndsWith(std::string(part) + ".pic.o")));
  }
  EXPECT_THAT(objects, Not(Contains(EndsWith("_linux.pic.o"))));
}

TEST(Warden, IsAnExecutable) {
  EXPECT_EQ(KindOf("tests/macos/darwin-arm64/runners/exec/warden"), "arm64 executable");
}

}  // namespace
}  // namespace benchcell
