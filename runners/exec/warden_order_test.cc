#include "runners/exec/warden_order.h"

#include "gtest/gtest.h"

namespace benchcell {
namespace {

WardenOrder Order() {
  WardenOrder order;
  order.working_directory = "/a folder";
  order.cgroup_procs = "";
  order.timeout_ns = 1;
  order.reports = true;
  order.network = WardenNetwork::kUserNamespace;
  order.limits = {2, 3, 4, 5, 6, 7};
  order.cgroup_holds_memory = true;
  return order;
}

std::vector<const char*> Argv(const std::vector<std::string>& arguments) {
  std::vector<const char*> argv = {"warden"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  return argv;
}

TEST(WardenOrder, ThereAndBack) {
  std::vector<std::string> arguments = ToArguments(Order());
  const int size = static_cast<int>(arguments.size());
  arguments.push_back("/bin/true");
  const std::vector<const char*> argv = Argv(arguments);
  WardenOrder order;
  EXPECT_EQ(FromArguments(static_cast<int>(argv.size()), argv.data(), &order), size + 1);
  EXPECT_EQ(order.working_directory, "/a folder");
  EXPECT_EQ(order.cgroup_procs, "");
  EXPECT_EQ(order.timeout_ns, 1);
  EXPECT_TRUE(order.reports);
  EXPECT_EQ(order.network, WardenNetwork::kUserNamespace);
  EXPECT_EQ(order.limits.output_bytes, 2);
  EXPECT_EQ(order.limits.file_bytes, 3);
  EXPECT_EQ(order.limits.disk_bytes, 4);
  EXPECT_EQ(order.limits.open_files, 5);
  EXPECT_EQ(order.limits.processes, 6);
  EXPECT_EQ(order.limits.memory_bytes, 7);
  EXPECT_FALSE(order.cgroup_holds_processes);
  EXPECT_TRUE(order.cgroup_holds_memory);
}

TEST(WardenOrder, RefusesWhatIsTooShort) {
  const std::vector<std::string> arguments = ToArguments(Order());
  const std::vector<const char*> argv = Argv(arguments);
  WardenOrder order;
  for (size_t size = 0; size <= argv.size(); ++size) {
    EXPECT_EQ(FromArguments(static_cast<int>(size), argv.data(), &order), 0) << size;
  }
}

TEST(WardenOrder, RefusesWhatIsNoNumber) {
  for (const char* const word : {"", "x", "1x", "-1", "99999999999999999999"}) {
    std::vector<std::string> arguments = ToArguments(Order());
    arguments[2] = word;
    arguments.push_back("/bin/true");
    const std::vector<const char*> argv = Argv(arguments);
    WardenOrder order;
    EXPECT_EQ(FromArguments(static_cast<int>(argv.size()), argv.data(), &order), 0) << word;
  }
}

}  // namespace
}  // namespace benchcell
