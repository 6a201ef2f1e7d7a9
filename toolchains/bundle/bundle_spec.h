// What Bazel asks bundle_tool for, and the manifest entry that it gets back. Both are JSON files.

#ifndef BENCHCELL_TOOLCHAINS_BUNDLE_BUNDLE_SPEC_H_
#define BENCHCELL_TOOLCHAINS_BUNDLE_BUNDLE_SPEC_H_

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/blobs/blob_store.h"

namespace benchcell {

using Facts = std::map<std::string, std::string>;

// Written by bundle.bzl. Paths are relative to the execution root, where actions run.
struct BundleSpec {
  // Of benchcell.v1.Bundle.
  std::string label;
  std::string platform;
  Facts facts;
  // A JSON object whose strings, numbers and booleans become facts too (those above win). Empty:
  // none.
  std::string facts_file;
  // Name of the pin for errors.
  std::string pin;

  // For `pack`, one of: a folder; or files, each with its path in the bundle first.
  std::string tree;
  std::vector<std::pair<std::string, std::string>> files;
  // False: see PackOptions.
  bool executables = true;

  // For `edit`: the base's archive and manifest, whose facts come first, and the JSON files with
  // the edits.
  std::string base_archive;
  std::string base_manifest;
  std::vector<std::string> edits;

  // Where the archive goes.
  std::string archive;
};

// INVALID_ARGUMENT, with `source`, for what is no spec.
absl::StatusOr<BundleSpec> ParseBundleSpec(std::string_view json, const std::string& source);

// The facts in a JSON object, for BundleSpec::facts_file.
absl::StatusOr<Facts> ParseFacts(std::string_view json, const std::string& source);

// The facts of the only entry of a manifest that BundleManifestJson wrote.
absl::StatusOr<Facts> FactsOfManifest(std::string_view json, const std::string& source);

// A benchcell.v1.BundleManifest with one entry, in protobuf's JSON mapping. Written without
// protobuf, so that a change of the schema doesn't make every bundle anew.
std::string BundleManifestJson(const BundleSpec& spec, const Facts& facts, const BlobRef& blob);

}  // namespace benchcell

#endif  // BENCHCELL_TOOLCHAINS_BUNDLE_BUNDLE_SPEC_H_
