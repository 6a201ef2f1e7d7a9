// Finds the processes of a run by the mark in their environment. Free of libraries.

#ifndef BENCHCELL_RUNNERS_EXEC_SCOPE_MEMBERS_H_
#define BENCHCELL_RUNNERS_EXEC_SCOPE_MEMBERS_H_

#include <string>
#include <string_view>
#include <vector>

#include "runners/exec/process_table.h"

namespace benchcell {

// Living processes, other than this one, whose environment at their exec had BENCHCELL_SCOPE=token,
// and all below them, which may have cleared it. Processes of other users that can't be looked into
// are left out. Some ten microseconds for each process of the machine.
//
// macOS hides the environments of its own programs (/bin/sh, say) while system integrity protection
// is on: one of those is found below a marked process, but not when its parent has ended.
std::vector<ProcessEntry> ScopeMembers(std::string_view token);

// Sends a signal, unless the process has ended and its id belongs to another one by now.
void SignalMember(const ProcessEntry& member, int signal);

// Neither ended nor replaced by another process with the same id.
bool IsAlive(const ProcessEntry& member);

// Strings that end in a zero byte, the environment at its exec among them; empty where the system
// doesn't let this process read it.
std::string ReadEnvironment(pid_t pid);

// Whether `environment` (strings that end in a zero byte) holds the mark.
bool HasScopeMark(std::string_view environment, std::string_view token);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_SCOPE_MEMBERS_H_
