// Makes bundles, for the rules of bundle.bzl.
//
//     bundle_tool pack SPEC.json MANIFEST.json
//     bundle_tool edit SPEC.json MANIFEST.json
//
// SPEC.json says what goes in and where the archive goes (bundle_spec.h); MANIFEST.json is written.
// An error goes to standard error; exit code 1, or 2 for a wrong command line.

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>

#include "absl/cleanup/cleanup.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/archive.h"
#include "toolchains/bundle/bundle_spec.h"
#include "toolchains/bundle/edits.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

struct Made {
  BlobRef blob;
  Facts facts;
};

absl::StatusOr<BlobRef> PackFiles(const BundleSpec& spec) {
  // In an action's own folder, so no other name is in the way.
  const fs::path stage = spec.archive + ".tree";
  const absl::Cleanup remove = [&stage] { RemoveAll(stage).IgnoreError(); };
  RETURN_IF_ERROR(MakeFolder(stage));
  for (const auto& [name, source] : spec.files) {
    RETURN_IF_ERROR(MakeFolder((stage / name).parent_path()));
    std::error_code error;
    fs::copy_file(source, stage / name, error);
    if (error)
      return SystemError(error.value(), absl::StrCat("can't copy ", source, " to"), stage / name);
  }
  return PackDirectory(stage, spec.archive, {.executables = spec.executables});
}

absl::StatusOr<Made> Pack(const BundleSpec& spec) {
  Made made;
  if (spec.tree.empty()) {
    ASSIGN_OR_RETURN(made.blob, PackFiles(spec));
  } else {
    ASSIGN_OR_RETURN(made.blob,
                     PackDirectory(spec.tree, spec.archive, {.executables = spec.executables}));
  }
  if (!spec.facts_file.empty()) {
    ASSIGN_OR_RETURN(const std::string text, ReadFile(spec.facts_file));
    ASSIGN_OR_RETURN(made.facts, ParseFacts(text, spec.facts_file));
  }
  return made;
}

absl::StatusOr<Made> EditBase(const BundleSpec& spec) {
  std::vector<Edit> edits;
  for (const std::string& file : spec.edits) {
    ASSIGN_OR_RETURN(const std::string text, ReadFile(file));
    ASSIGN_OR_RETURN(const std::vector<Edit> some, ParseEdits(text, file));
    edits.insert(edits.end(), some.begin(), some.end());
  }
  Made made;
  ASSIGN_OR_RETURN(made.blob, EditArchive(spec.base_archive, edits, spec.pin, spec.archive));
  ASSIGN_OR_RETURN(const std::string manifest, ReadFile(spec.base_manifest));
  ASSIGN_OR_RETURN(made.facts, FactsOfManifest(manifest, spec.base_manifest));
  return made;
}

absl::Status Run(const std::string& verb, const std::string& spec_path,
                 const std::string& manifest_path) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(spec_path));
  ASSIGN_OR_RETURN(const BundleSpec spec, ParseBundleSpec(text, spec_path));
  ASSIGN_OR_RETURN(Made made, verb == "edit" ? EditBase(spec) : Pack(spec));
  for (const auto& [name, value] : spec.facts) made.facts[name] = value;
  return WriteFile(manifest_path, BundleManifestJson(spec, made.facts, made.blob));
}

}  // namespace
}  // namespace benchcell

int main(int argc, char** argv) {
  const std::string verb = argc == 4 ? argv[1] : "";
  if (verb != "pack" && verb != "edit") {
    std::cerr << "usage: bundle_tool pack|edit SPEC.json MANIFEST.json\n";
    return 2;
  }
  const absl::Status status = benchcell::Run(verb, argv[2], argv[3]);
  if (status.ok()) return EXIT_SUCCESS;
  std::cerr << "bundle_tool: " << std::string(status.message()) << "\n";
  return EXIT_FAILURE;
}
