#include "runners/readiness/updates.h"

#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// Started if a link in this folder says so.
struct WantedUnit {
  const char* unit;
  const char* wanted_by;
};
constexpr WantedUnit kWanted[] = {
    {"apt-daily.timer", "timers.target.wants"},
    {"apt-daily-upgrade.timer", "timers.target.wants"},
    {"dnf-automatic.timer", "timers.target.wants"},
    {"dnf-makecache.timer", "timers.target.wants"},
    {"unattended-upgrades.service", "multi-user.target.wants"},
    {"snapd.service", "multi-user.target.wants"},
};

// Woken by whoever asks for them on the bus.
constexpr const char* kOnTheBus[] = {"packagekit.service"};

constexpr char kAdministrator[] = "/etc/systemd/system/";
constexpr const char* kVendor[] = {"/usr/lib/systemd/system/", "/lib/systemd/system/"};

// A link may lead out of a made-up root.
bool IsThere(const std::string& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

// A unit that is linked to nothing can't be started by anyone (man 1 systemctl, mask).
bool IsMasked(const std::string& root, const char* unit) {
  std::error_code error;
  return fs::read_symlink(absl::StrCat(root, kAdministrator, unit), error) == "/dev/null";
}

}  // namespace

std::vector<std::string> UpdatingUnits(const std::string& root) {
  std::vector<std::string> units;
  // Made by systemd where it runs (man 3 sd_booted).
  if (!IsThere(root + "/run/systemd/system")) return units;
  for (const WantedUnit& wanted : kWanted) {
    const std::string link = absl::StrCat(root, kAdministrator, wanted.wanted_by, "/", wanted.unit);
    if (IsThere(link) && !IsMasked(root, wanted.unit)) units.push_back(wanted.unit);
  }
  for (const char* unit : kOnTheBus) {
    for (const char* folder : kVendor) {
      if (!IsThere(absl::StrCat(root, folder, unit)) || IsMasked(root, unit)) continue;
      units.push_back(unit);
      break;
    }
  }
  return units;
}

Finding BackgroundUpdates(const std::string& root) {
  Finding finding;
  finding.what = "background updates";
  finding.wanted = "none";
  finding.why = "they take a processor and the disk for minutes, and change what is measured with";
  const std::vector<std::string> units = UpdatingUnits(root);
  finding.found = units.empty() ? "none" : absl::StrJoin(units, ", ");
  if (units.empty()) return finding;
  finding.verdict = Verdict::kLacks;
  finding.remedy = absl::StrCat("run `sudo systemctl mask --now ", absl::StrJoin(units, " "), "`");
  return finding;
}

}  // namespace benchcell
