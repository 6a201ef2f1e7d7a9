#include "tests/chaos/leftovers.h"

#include <unistd.h>

#include <algorithm>
#include <set>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/blobs/partial_blob.h"

namespace benchcell::chaos {
namespace {

namespace fs = std::filesystem;

bool IsBlob(const fs::path& file) {
  const std::string name = file.filename().string();
  const bool is_digest =
      name.size() == 64 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
  return is_digest && file.parent_path().filename().string() == name.substr(0, 2);
}

// Names in a folder; none if it isn't there.
std::set<std::string> NamesIn(const fs::path& folder) {
  std::set<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    names.insert(entry.path().filename().string());
  }
  return names;
}

void ExpectOnly(const fs::path& folder, const std::set<std::string>& expected,
                Objections& objections) {
  for (const std::string& name : NamesIn(folder)) {
    if (!expected.contains(name)) objections.push_back((folder / name).string() + " is left");
  }
}

}  // namespace

Objections ProcessesLeft(const std::string& text) {
  Objections objections;
  std::error_code error;
  const std::string own = std::to_string(getpid());
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    std::string command = ReadFile(entry.path() / "cmdline").value_or("");
    std::replace(command.begin(), command.end(), '\0', ' ');
    if (command.find(text) == std::string::npos || entry.path().filename() == own) continue;
    objections.push_back(
        absl::StrCat("process ", entry.path().filename().string(), " is left: ", command));
  }
  return objections;
}

Objections FilesLeft(const fs::path& machine, const Workdir& workdir, const std::string& bundle) {
  Objections objections;
  ExpectOnly(machine, {"log", "journal", "disk", "benchcell-measures.lock"}, objections);
  ExpectOnly(machine / "disk", {"state"}, objections);
  ExpectOnly(workdir.state(),
             {"machine-id", "lock", "scopes", "archives", "bundles", "runs", "outbox"}, objections);
  ExpectOnly(workdir.Scopes(), {}, objections);
  ExpectOnly(workdir.Runs(), {}, objections);
  ExpectOnly(workdir.Outbox(), {}, objections);
  // Beside a bundle stands when it was used last.
  ExpectOnly(workdir.Bundles(), {bundle, bundle + ".used"}, objections);
  for (const std::string& name : NamesIn(workdir.Arrivals())) {
    if (IsPartialBlob(name)) continue;
    objections.push_back((workdir.Arrivals() / name).string() + " is left");
  }
  return objections;
}

Objections BlobsLeft(const fs::path& folder) {
  Objections objections;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
    if (entry.is_directory() || IsBlob(entry.path()) || IsPartialBlob(entry.path())) continue;
    objections.push_back(entry.path().string() + " is left");
  }
  return objections;
}

}  // namespace benchcell::chaos
