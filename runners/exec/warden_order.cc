#include "runners/exec/warden_order.h"

#include <cerrno>
#include <cstdlib>

namespace benchcell {
namespace {

// Calls `visit` for every number of the order, in the order of the arguments.
template <typename Order, typename Visit>
void ForEachNumber(Order& order, const Visit& visit) {
  visit(order.timeout_ns);
  visit(order.reports);
  visit(order.network);
  visit(order.limits.output_bytes);
  visit(order.limits.file_bytes);
  visit(order.limits.disk_bytes);
  visit(order.limits.open_files);
  visit(order.limits.processes);
  visit(order.limits.memory_bytes);
  visit(order.cgroup_holds_processes);
  visit(order.cgroup_holds_memory);
}

}  // namespace

std::vector<std::string> ToArguments(const WardenOrder& order) {
  std::vector<std::string> arguments = {order.working_directory, order.cgroup_procs};
  ForEachNumber(order, [&](const auto& number) {
    arguments.push_back(std::to_string(static_cast<int64_t>(number)));
  });
  return arguments;
}

int FromArguments(int argc, const char* const* argv, WardenOrder* order) {
  int next = 1;
  if (argc < 3) return 0;
  order->working_directory = argv[next++];
  order->cgroup_procs = argv[next++];
  bool good = true;
  ForEachNumber(*order, [&](auto& number) {
    if (next >= argc) {
      good = false;
      return;
    }
    char* end = nullptr;
    errno = 0;
    const int64_t value = std::strtoll(argv[next], &end, 10);
    good &= end != argv[next] && *end == '\0' && errno == 0 && value >= 0;
    number = static_cast<std::remove_reference_t<decltype(number)>>(value);
    ++next;
  });
  return good && next < argc ? next : 0;
}

}  // namespace benchcell
