// Writes the source of EmbeddedClasses() while benchcell is built:
//
//     class_tool OUT.cc CLASS.textproto...
//
// A class that can't be right is a build error: exit code 1, or 2 for a wrong command line.

#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/machine/class_text.h"

namespace benchcell {
namespace {

absl::Status Run(const std::string& out, const std::vector<std::string>& files) {
  std::string source =
      "#include \"runners/machine/embedded_classes.h\"\n"
      "namespace benchcell {\n"
      "std::vector<std::string> EmbeddedClasses() {\n"
      "  return {\n";
  std::set<std::string> names;
  for (const std::string& file : files) {
    ASSIGN_OR_RETURN(const std::string text, ReadFile(file));
    ASSIGN_OR_RETURN(const v1::MachineClass machine_class, ParseClass(text, file));
    const std::string stem = file.substr(file.rfind('/') + 1);
    if (stem != machine_class.name() + ".textproto" || !names.insert(machine_class.name()).second) {
      return absl::InvalidArgumentError(absl::StrCat(file, ": the name is ", machine_class.name(),
                                                     "; expected that of the file"));
    }
    const std::string encoded = machine_class.SerializeAsString();
    // Octal escapes, which end by themselves; the length because of zero bytes.
    absl::StrAppend(&source, "      std::string(\"", absl::CEscape(encoded), "\", ", encoded.size(),
                    "),\n");
  }
  absl::StrAppend(&source, "  };\n}\n}  // namespace benchcell\n");
  return WriteFile(out, source);
}

}  // namespace
}  // namespace benchcell

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: class_tool OUT.cc CLASS.textproto...\n";
    return 2;
  }
  const absl::Status status = benchcell::Run(argv[1], {argv + 2, argv + argc});
  if (!status.ok()) std::cerr << status.message() << "\n";
  return status.ok() ? 0 : 1;
}
