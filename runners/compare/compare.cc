#include "runners/compare/compare.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/compare/byte_source.h"
#include "runners/compare/compare_r.h"
#include "runners/compare/markdown.h"
#include "runners/compare/rate_reader.h"
#include "runners/compare/rate_table.h"

namespace benchcell {
namespace {

std::string NameOf(const std::string& file) { return file == "-" ? "standard input" : file; }

// `lab-1` for `results/lab-1.csv.gz`.
std::string ShortName(const std::string& file) {
  if (file == "-") return "standard input";
  std::filesystem::path name = std::filesystem::path(file).filename();
  for (const char* extension : {".gz", ".zst", ".csv"}) {
    if (name.extension() == extension && name.has_stem()) name = name.stem();
  }
  return name.string();
}

absl::Status CheckFiles(const std::vector<std::string>& files) {
  if (files.empty()) {
    return absl::InvalidArgumentError("found no file, expected at least one (- is standard input)");
  }
  std::vector<std::string> names;
  for (const std::string& file : files) names.push_back(ShortName(file));
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("found two files named ", *twice,
                   ", expected different names: machines and binaries are named by their files"));
}

void AddWarnings(const std::string& file, const StrayLines& strays,
                 std::vector<std::string>& warnings) {
  if (strays.count == 0) return;
  for (const std::string& line : strays.first) warnings.push_back(line + "; left out");
  const int64_t more = strays.count - static_cast<int64_t>(strays.first.size());
  if (more > 0) warnings.push_back(absl::StrCat(NameOf(file), ": ", more, " more lines left out"));
}

absl::Status ReadFile(const std::string& file, const CompareOptions& options, RateTable& table,
                      std::vector<std::string>& warnings) {
  ASSIGN_OR_RETURN(const std::unique_ptr<ByteSource> source, OpenByteSource(file));
  RateReader reader(
      *source, NameOf(file),
      options.format == CompareFormat::kCompareR ? OuterSpaces::kKeep : OuterSpaces::kStrip,
      options.lenient);
  const bool several = options.files.size() > 1;
  const std::string name = ShortName(file);
  while (true) {
    ASSIGN_OR_RETURN(const bool any, reader.Next());
    if (!any) break;
    const RateRow& row = reader.row();
    if (row.key.has_value() && !row.binary_of.has_value()) {
      table.AddTo(*row.key, row.rate);
    } else if (row.key.has_value()) {
      reader.Remember(table.AddLike(*row.key, *row.binary_of, row.rate), *row.key);
    } else {
      const bool names_machine = several && row.machine.empty() && !row.binary.empty();
      const uint32_t key =
          table.Add(row.binary.empty() ? name : row.binary, row.filename, row.configuration,
                    names_machine ? name : row.machine, row.rate);
      reader.Remember(key, table.FirstLike(key));
    }
  }
  AddWarnings(file, reader.strays(), warnings);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<CompareResult> CompareCsv(const CompareOptions& options) {
  RETURN_IF_ERROR(CheckFiles(options.files));
  CompareResult result;
  RateTable table(/*keep_samples=*/options.format == CompareFormat::kMarkdown);
  for (const std::string& file : options.files) {
    RETURN_IF_ERROR(ReadFile(file, options, table, result.warnings));
  }
  const size_t threads =
      options.threads > 0 ? options.threads : std::thread::hardware_concurrency();
  if (options.format == CompareFormat::kCompareR) {
    ASSIGN_OR_RETURN(result.text, RenderCompareR(table, options.comparison.order, threads));
    return result;
  }
  ASSIGN_OR_RETURN(const Comparison comparison,
                   BuildComparison(table, options.comparison, threads));
  result.text = RenderComparison(comparison, threads);
  result.complete = std::all_of(comparison.rows.begin(), comparison.rows.end(),
                                [](const ComparisonRow& row) { return row.Complete(); });
  return result;
}

}  // namespace benchcell
