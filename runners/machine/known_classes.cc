#include "runners/machine/known_classes.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "runners/design/nearest.h"
#include "runners/machine/embedded_classes.h"

namespace benchcell {

std::vector<v1::MachineClass> KnownClasses() {
  std::vector<v1::MachineClass> classes;
  for (const std::string& encoded : EmbeddedClasses()) {
    classes.emplace_back().ParseFromString(encoded);
  }
  std::sort(
      classes.begin(), classes.end(),
      [](const v1::MachineClass& a, const v1::MachineClass& b) { return a.name() < b.name(); });
  return classes;
}

std::vector<std::string> KnownClassNames() {
  std::vector<std::string> names;
  for (const v1::MachineClass& machine_class : KnownClasses()) {
    names.push_back(machine_class.name());
  }
  return names;
}

absl::StatusOr<v1::MachineClass> FindClass(const std::string& name) {
  for (v1::MachineClass& machine_class : KnownClasses()) {
    if (machine_class.name() == name) return std::move(machine_class);
  }
  return absl::InvalidArgumentError(absl::StrCat("unknown machine class ", Quoted(name),
                                                 "; expected ", OneOf(KnownClassNames(), name)));
}

}  // namespace benchcell
