// Files of /proc and /sys that hold one of two words.

#ifndef BENCHCELL_RUNNERS_MACHINE_LINUX_SWITCH_H_
#define BENCHCELL_RUNNERS_MACHINE_LINUX_SWITCH_H_

#include <optional>
#include <string>
#include <string_view>

#include "benchcell/v1/machine.pb.h"
#include "runners/machine/small_file.h"

namespace benchcell {

// The file's word is `on`: ON, `off`: OFF, anything else or nothing: UNKNOWN.
inline v1::Switch SwitchOf(const std::string& path, std::string_view on, std::string_view off) {
  const std::optional<std::string> word = ReadWord(path);
  if (word == on) return v1::ON;
  if (word == off) return v1::OFF;
  return v1::UNKNOWN;
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_LINUX_SWITCH_H_
