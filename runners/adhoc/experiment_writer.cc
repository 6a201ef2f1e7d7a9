#include "runners/adhoc/experiment_writer.h"

#include <google/protobuf/text_format.h>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/version.h"
#include "runners/blobs/digest.h"
#include "runners/design/local_label.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

void MoveLabels(google::protobuf::RepeatedPtrField<v1::Input>& inputs, const fs::path& from,
                const fs::path& to) {
  for (v1::Input& input : inputs) {
    const fs::path label = input.label();
    if (!IsPathLabel(input.label()) || label.is_absolute()) continue;
    fs::path path = (from / label).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    const std::string moved = path.lexically_relative(to).string();
    input.set_label(IsPathLabel(moved) ? moved : absl::StrCat("./", moved));
  }
}

// Without `.` and `..`, and without links: a path between two folders is to lead there.
fs::path Real(const fs::path& folder) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(folder, error);
  return error ? fs::absolute(folder).lexically_normal() : real;
}

}  // namespace

std::string ExperimentText(const v1::Experiment& experiment) {
  google::protobuf::TextFormat::Printer printer;
  // Letters of all languages as themselves.
  printer.SetUseUtf8StringEscaping(true);
  std::string text;
  printer.PrintToString(experiment, &text);
  return text;
}

absl::Status WriteExperiment(v1::Experiment experiment, const fs::path& folder,
                             const fs::path& file) {
  const fs::path from = Real(folder);
  const fs::path to = Real(fs::absolute(file).parent_path());
  MoveLabels(*experiment.mutable_input(), from, to);
  for (v1::Build& build : *experiment.mutable_build()) {
    MoveLabels(*build.mutable_input(), from, to);
  }
  const std::string head =
      absl::StrCat("# An experiment that benchcell ", std::string(kVersion),
                   " has run, with everything pinned. To run it again:\n#\n#     ./benchcell run ",
                   file.filename().string(),
                   "\n#\n# Labels that are paths lead from the folder of this file. A file that "
                   "has changed since, or "
                   "another\n# program on the machine, is refused with both digests; to measure it "
                   "all the same, "
                   "delete its sha256 or\n# its parameter `program`.\n\n");
  return WriteFile(file, absl::StrCat(head, ExperimentText(experiment)));
}

uint64_t SeedFor(const v1::Experiment& experiment) {
  uint64_t seed = 0;
  const std::string digest = Sha256OfBytes(ExperimentText(experiment));
  // Seven digits are typed again more easily than twenty.
  for (const char c : digest.substr(0, 16)) {
    seed = (seed * 16 + static_cast<uint64_t>(c <= '9' ? c - '0' : c - 'a' + 10)) % 9'999'991;
  }
  return seed + 1;
}

}  // namespace benchcell
