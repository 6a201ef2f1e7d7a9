// Lists of processors as the kernel writes them.

#ifndef BENCHCELL_RUNNERS_MACHINE_CPU_LIST_H_
#define BENCHCELL_RUNNERS_MACHINE_CPU_LIST_H_

#include <optional>
#include <set>
#include <string>

namespace benchcell {

// `0-3,8,10-11` (the cpulist format of cpuset(7)), white space around it ignored; empty text is no
// processor. Absent for what is no such list.
std::optional<std::set<int>> ParseCpuList(const std::string& text);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_CPU_LIST_H_
