#include "runners/plugin_check/recorded_runs.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "google/protobuf/util/json_util.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/base/step_path.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr char kRequest[] = "request.json";
constexpr char kBundles[] = "bundles.json";

OutputFiles FilesBelow(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
    if (entry.is_regular_file(error) && entry.path() != folder / kRequest) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  OutputFiles outputs;
  for (const fs::path& file : files) {
    v1::RawOutputFile& output = *outputs.Add();
    output.set_name(file.lexically_relative(folder).string());
    output.set_path(fs::absolute(file).string());
  }
  return outputs;
}

absl::Status ReadJson(const fs::path& file, google::protobuf::Message& message) {
  ASSIGN_OR_RETURN(const std::string json, ReadFile(file));
  const auto parsed = google::protobuf::util::JsonStringToMessage(json, &message);
  if (parsed.ok()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      file.string(), ": ", std::string(parsed.message()), "; expected a ",
      message.GetDescriptor()->name(), " (protos/benchcell/v1) in protobuf's JSON mapping"));
}

absl::Status WriteJson(const google::protobuf::Message& message, const fs::path& file) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  std::string json;
  if (!google::protobuf::util::MessageToJsonString(message, &json, options).ok()) {
    return absl::InternalError(absl::StrCat("protobuf can't write ", file.string(), " as JSON"));
  }
  return WriteFile(file, json);
}

absl::StatusOr<RecordedRun> ReadRecordedRun(const fs::path& folder) {
  RecordedRun run;
  run.name = folder.filename().string();
  RETURN_IF_ERROR(ReadJson(folder / kRequest, run.request));
  *run.request.mutable_raw_output() = FilesBelow(folder);
  return run;
}

}  // namespace

absl::StatusOr<std::vector<RecordedRun>> ReadRecordedRuns(const fs::path& folder) {
  std::vector<RecordedRun> runs;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (!fs::exists(entry.path() / kRequest, error)) continue;
    ASSIGN_OR_RETURN(runs.emplace_back(), ReadRecordedRun(entry.path()));
  }
  std::sort(runs.begin(), runs.end(),
            [](const RecordedRun& a, const RecordedRun& b) { return a.name < b.name; });
  return runs;
}

std::vector<v1::Discovered> ReadDiscovered(const fs::path& folder) {
  std::vector<v1::Discovered> all;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder / "discovered", error)) {
    if (!entry.is_directory(error)) continue;
    v1::Discovered& discovered = all.emplace_back();
    discovered.set_build(entry.path().filename().string());
    discovered.mutable_record()->set_status(v1::OK);
    discovered.mutable_record()->mutable_exit()->set_code(0);
    *discovered.mutable_raw_output() = FilesBelow(entry.path());
  }
  std::sort(all.begin(), all.end(),
            [](const v1::Discovered& a, const v1::Discovered& b) { return a.build() < b.build(); });
  return all;
}

absl::Status CopyOutputs(const OutputFiles& outputs, const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_empty(folder, error)) {
    return absl::AlreadyExistsError(absl::StrCat(folder.string(), " is there and isn't empty"));
  }
  RETURN_IF_ERROR(MakeFolder(folder));
  for (const v1::RawOutputFile& output : outputs) {
    if (const std::string objection = StepPathObjection(output.name()); !objection.empty()) {
      return absl::InvalidArgumentError(absl::StrCat("the raw output \"", output.name(), "\" ",
                                                     objection,
                                                     "; it can't become a file in a folder"));
    }
    const fs::path target = folder / output.name();
    RETURN_IF_ERROR(MakeFolder(target.parent_path()));
    if (!fs::copy_file(output.path(), target, error)) {
      return SystemError(error.value(), absl::StrCat("can't be copied to ", target.string()),
                         output.path());
    }
    fs::permissions(target, fs::perms::owner_write, fs::perm_options::add, error);
  }
  return absl::OkStatus();
}

absl::Status WriteRecordedRun(const v1::ParseRequest& request, const fs::path& folder) {
  RETURN_IF_ERROR(CopyOutputs(request.raw_output(), folder));
  v1::ParseRequest without_outputs = request;
  without_outputs.clear_raw_output();
  without_outputs.mutable_record()->clear_raw_output();
  return WriteJson(without_outputs, folder / kRequest);
}

absl::StatusOr<std::vector<v1::Bundle>> ReadRecordedBundles(const fs::path& folder) {
  std::vector<v1::Bundle> bundles;
  std::error_code error;
  if (!fs::exists(folder / kBundles, error)) return bundles;
  v1::BundleManifest manifest;
  RETURN_IF_ERROR(ReadJson(folder / kBundles, manifest));
  for (const v1::BundleManifest::Entry& entry : manifest.entry()) {
    bundles.push_back(entry.bundle());
  }
  return bundles;
}

absl::Status RecordBundles(const std::vector<v1::Bundle>& bundles, const fs::path& folder) {
  ASSIGN_OR_RETURN(std::vector<v1::Bundle> all, ReadRecordedBundles(folder));
  for (const v1::Bundle& bundle : bundles) {
    if (std::none_of(all.begin(), all.end(), [&](const v1::Bundle& known) {
          return known.label() == bundle.label() && known.platform() == bundle.platform();
        })) {
      all.push_back(bundle);
    }
  }
  v1::BundleManifest manifest;
  for (const v1::Bundle& bundle : all) *manifest.add_entry()->mutable_bundle() = bundle;
  RETURN_IF_ERROR(MakeFolder(folder));
  return WriteJson(manifest, folder / kBundles);
}

}  // namespace benchcell
