#include "toolchains/bundle/bundle_spec.h"

#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"

namespace benchcell {
namespace {

using nlohmann::json;

// nlohmann's accessors throw; nothing may pass the caller's boundary.
template <typename T, typename Read>
absl::StatusOr<T> ReadJson(std::string_view text, const std::string& source, Read read) {
  try {
    return read(json::parse(text));
  } catch (const json::exception& error) {
    return absl::InvalidArgumentError(absl::StrCat(source, ": ", error.what()));
  }
}

}  // namespace

absl::StatusOr<BundleSpec> ParseBundleSpec(std::string_view text, const std::string& source) {
  return ReadJson<BundleSpec>(text, source, [](const json& spec) {
    return BundleSpec{
        .label = spec.at("label"),
        .platform = spec.at("platform"),
        .facts = spec.at("facts").get<Facts>(),
        .facts_file = spec.value("facts_file", ""),
        .pin = spec.at("pin"),
        .tree = spec.value("tree", ""),
        .files = spec.value("files", std::vector<std::pair<std::string, std::string>>()),
        .executables = spec.value("executables", true),
        .base_archive = spec.value("base_archive", ""),
        .base_manifest = spec.value("base_manifest", ""),
        .edits = spec.value("edits", std::vector<std::string>()),
        .archive = spec.at("archive"),
    };
  });
}

absl::StatusOr<Facts> ParseFacts(std::string_view text, const std::string& source) {
  return ReadJson<Facts>(text, source, [](const json& object) {
    Facts facts;
    for (const auto& [name, value] : object.get<std::map<std::string, json>>()) {
      if (value.is_structured() || value.is_null()) continue;
      facts[name] = value.is_string() ? value.get<std::string>() : value.dump();
    }
    return facts;
  });
}

absl::StatusOr<Facts> FactsOfManifest(std::string_view text, const std::string& source) {
  return ReadJson<Facts>(text, source, [](const json& manifest) {
    return manifest.at("entry").at(0).at("bundle").at("facts").get<Facts>();
  });
}

std::string BundleManifestJson(const BundleSpec& spec, const Facts& facts, const BlobRef& blob) {
  const json bundle = {
      {"label", spec.label},
      {"platform", spec.platform},
      {"sha256", blob.sha256},
      // 64-bit numbers are strings in protobuf's JSON mapping.
      {"size", std::to_string(blob.size)},
      {"facts", facts},
  };
  const json manifest = {{"entry", {{{"bundle", bundle}, {"path", spec.archive}}}}};
  return manifest.dump(2) + "\n";
}

}  // namespace benchcell
