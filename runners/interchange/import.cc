#include "runners/interchange/import.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/base/status_macros.h"
#include "runners/base/text.h"
#include "runners/blobs/digest.h"
#include "runners/interchange/google_benchmark.h"
#include "runners/interchange/hyperfine.h"
#include "runners/interchange/json_place.h"
#include "runners/interchange/own.h"
#include "runners/interchange/vitest.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

using Json = nlohmann::json;

constexpr char kOwn[] = "benchcell";
constexpr size_t kWidestMembers = 200;

bool IsHyperfine(const Json& top) {
  return top.is_object() && top.contains("results") && top["results"].is_array();
}

// Empty if it is none of them.
std::string FormatOf(const Json& top) {
  if (IsOwn(top)) return kOwn;
  if (IsHyperfine(top)) return "hyperfine";
  if (IsVitest4(top) || IsVitest5(top)) return "vitest-bench";
  if (IsGoogleBenchmark(top)) return "google-benchmark";
  return "";
}

absl::Status UnknownFormat(const JsonPlace& top) {
  const std::string expected =
      "the JSON of hyperfine (with a list `results`), `vitest bench` (`files` or `testResults`), "
      "Google Benchmark (`context` and `benchmarks`) or benchcell (`format` "
      "benchcell.report.v1)";
  if (!top.value().is_object()) return top.Unexpected(expected);
  std::vector<std::string> names;
  for (const auto& [name, value] : top.value().items()) names.push_back(name);
  const std::string members = Shortened(OneLine(absl::StrJoin(names, ", ")), kWidestMembers);
  return top.Error(names.empty() ? "an empty object" : absl::StrCat("an object with ", members),
                   expected);
}

absl::StatusOr<MeasuredFile> ReadAs(const std::string& format, const JsonPlace& top) {
  if (format == "hyperfine") return ReadHyperfine(top);
  if (format == "google-benchmark") return ReadGoogleBenchmark(top);
  return IsVitest5(top.value()) ? ReadVitest5(top) : ReadVitest4(top);
}

// Of a file named on the command line, whatever bytes are in its path.
std::string NameOf(const std::filesystem::path& path) { return ToValidUtf8(path.string()); }

// The names of files that have none: without folder and ending if they differ that way, otherwise
// the paths.
std::vector<std::string> BuildNames(const std::vector<ImportFile>& files) {
  std::set<std::string> seen;
  std::vector<std::string> names;
  for (const ImportFile& file : files) {
    const std::string stem = NameOf(file.path.stem());
    names.push_back(file.build.empty() ? stem : file.build);
    if (file.build.empty()) seen.insert(stem);
  }
  const auto unnamed = std::count_if(files.begin(), files.end(),
                                     [](const ImportFile& file) { return file.build.empty(); });
  for (size_t i = 0; i < files.size() && seen.size() < static_cast<size_t>(unnamed); ++i) {
    if (files[i].build.empty()) names[i] = NameOf(files[i].path);
  }
  return names;
}

// The remarks of all files, each once.
void AddRemarks(const std::vector<std::string>& remarks, std::vector<std::string>& all) {
  for (const std::string& remark : remarks) {
    if (std::find(all.begin(), all.end(), remark) == all.end()) all.push_back(remark);
  }
}

absl::StatusOr<ImportedRun> OwnRun(const ImportRequest& request, const JsonPlace& top) {
  if (request.files.size() > 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("found ", request.files.size(), " files, and ", top.file(),
                     " is a run of benchcell's own; import it by itself"));
  }
  ImportedRun imported;
  ASSIGN_OR_RETURN(imported.run, ReadOwn(top));
  const bool outputs =
      std::any_of(imported.run.record().begin(), imported.run.record().end(),
                  [](const v1::RunRecord& record) { return !record.raw_output().empty(); });
  if (outputs) {
    imported.remarks.push_back(
        "The file has the digests of raw outputs and bundles; they themselves stay where the run "
        "was measured.");
  }
  return imported;
}

}  // namespace

const std::vector<std::string>& ImportFormats() {
  static const auto* const formats =
      new std::vector<std::string>{"hyperfine", "vitest-bench", "google-benchmark", kOwn};
  return *formats;
}

bool LooksLikeJson(const std::filesystem::path& path) {
  std::error_code unknown;
  // A pipe could be read only once.
  if (!std::filesystem::is_regular_file(path, unknown)) return false;
  std::ifstream file(path, std::ios::binary);
  char first = 0;
  return file >> first && (first == '{' || first == '[');
}

absl::StatusOr<ImportedRun> Import(const ImportRequest& request, const AssembleFacts& facts,
                                   const InputLimits& limits) {
  std::vector<NamedFile> files;
  std::vector<std::string> remarks;
  const std::vector<std::string> builds = BuildNames(request.files);
  for (size_t i = 0; i < request.files.size(); ++i) {
    NamedFile& file = files.emplace_back();
    file.build = builds[i];
    file.name = NameOf(request.files[i].path);
    ASSIGN_OR_RETURN(const std::string text, ReadInput(request.files[i].path, limits));
    file.sha256 = Sha256OfBytes(text);
    for (size_t before = 0; before < i; ++before) {
      if (files[before].build != file.build || files[before].sha256 != file.sha256) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          file.name, ": the build \"", file.build, "\" has these runs already, from ",
          files[before].name, "; expected each once, or a build of its own by --build=NAME=FILE"));
    }
    ASSIGN_OR_RETURN(const Json json, ParseInput(text, file.name, limits));
    const JsonPlace top(file.name, json);
    const std::string format = request.format.empty() ? FormatOf(json) : request.format;
    if (format.empty()) return UnknownFormat(top);
    if (format == kOwn) return OwnRun(request, top);
    if (format != files.front().content.format && i > 0) {
      return absl::InvalidArgumentError(absl::StrCat(file.name, ": found the format ", format,
                                                     ", expected ", files.front().content.format,
                                                     " as in ", files.front().name));
    }
    ASSIGN_OR_RETURN(file.content, ReadAs(format, top));
    AddRemarks(file.content.remarks, remarks);
  }
  ImportedRun imported;
  ASSIGN_OR_RETURN(imported.run, Assemble(files, facts));
  imported.remarks = std::move(remarks);
  return imported;
}

}  // namespace benchcell
