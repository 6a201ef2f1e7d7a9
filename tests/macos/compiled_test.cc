// The agent compiles for macOS, with what stands for Linux's own parts there, and has all its
// parts; what needs no library links. That it is built at all is most of the test: the compiler's
// messages are Bazel's.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "tests/macos/mach_o.h"

namespace benchcell {
namespace {

using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string Content(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string KindOf(const std::string& file) { return MachOKind(Content(file)); }

// What the objects need of benchcell and none of them has.
std::set<std::string> Missing(const std::vector<std::string>& objects) {
  MachOSymbols all;
  for (const std::string& object : objects) {
    MachOSymbols own = SymbolsOf(Content(object));
    all.defined.merge(own.defined);
    all.undefined.merge(own.undefined);
  }
  std::set<std::string> missing;
  for (const std::string& name : all.undefined) {
    // The namespace, as it is mangled.
    if (name.find("9benchcell") != name.npos && !all.defined.contains(name)) missing.insert(name);
  }
  return missing;
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

// As a linker would, but for the libraries, of which there are none for Macs here.
TEST(Agent, NeedsNothingOfItsOwnThatIsMissing) {
  std::vector<std::string> objects = Objects();
  EXPECT_THAT(Missing(objects), IsEmpty());
  std::erase_if(objects, [](const std::string& object) {
    return object.find("macos_this_machine") != object.npos;
  });
  EXPECT_THAT(Missing(objects), Contains(HasSubstr("NewQuietnessProbe"))) << "would be seen";
}

TEST(Warden, IsAnExecutable) {
  EXPECT_EQ(KindOf("tests/macos/darwin-arm64/runners/exec/warden"), "arm64 executable");
}

}  // namespace
}  // namespace benchcell
