// The settings of a Linux machine: files of /sys and /proc/sys by their path, and systemd's units
// by their name, which are `active` or `inactive`.

#ifndef BENCHCELL_RUNNERS_TUNE_LINUX_SETTINGS_H_
#define BENCHCELL_RUNNERS_TUNE_LINUX_SETTINGS_H_

#include <string>

#include "runners/machine/command_output.h"
#include "runners/tune/settings.h"

namespace benchcell {

class LinuxSettings : public Settings {
 public:
  // `root` is put before paths; empty for the machine itself. `run` runs systemctl.
  LinuxSettings(std::string root, CommandOutput run);

  std::optional<std::string> Read(const std::string& name) override;
  absl::Status Write(const std::string& name, const std::string& value) override;

 private:
  const std::string root_;
  const CommandOutput run_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TUNE_LINUX_SETTINGS_H_
