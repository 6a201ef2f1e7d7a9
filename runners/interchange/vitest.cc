#include "runners/interchange/vitest.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

constexpr char kTime[] = "time";
constexpr char kMeanTime[] = "mean_time";
// Vitest writes milliseconds.
constexpr double kSecond = 1e3;

MeasuredFile EmptyFile() {
  MeasuredFile file;
  file.format = "vitest-bench";
  file.tool = "vitest bench";
  file.metrics = {MakeMetric(kTime, "s", v1::LOWER_IS_BETTER, "Time of one iteration."),
                  MakeMetric(kMeanTime, "s", v1::LOWER_IS_BETTER,
                             "Mean over the iterations, as Vitest computed it.")};
  return file;
}

// The folder that all paths are in, with the slash behind it; Windows' separators count as well.
size_t CommonFolder(const std::vector<std::string>& paths) {
  if (paths.empty()) return 0;
  size_t common = paths.front().find_last_of("/\\") + 1;
  for (const std::string& path : paths) {
    while (common > 0 && path.compare(0, common, paths.front(), 0, common) != 0) {
      common = common < 2 ? 0 : paths.front().find_last_of("/\\", common - 2) + 1;
    }
  }
  return common;
}

// One benchmark; `statistics` has the same names in all versions but that of the median.
absl::Status ReadStatistics(const JsonPlace& statistics, const char* median_name,
                            const char* count_name, MeasuredResult& result) {
  if (const auto samples = statistics.Find("samples"); samples.has_value()) {
    ASSIGN_OR_RETURN(const std::vector<JsonPlace> items, samples->Items());
    for (const JsonPlace& item : items) {
      ASSIGN_OR_RETURN(const double milliseconds, item.Amount());
      result.runs.push_back(MeasuredRun(kTime, milliseconds / kSecond));
    }
  }
  ASSIGN_OR_RETURN(const JsonPlace mean, statistics.Member("mean"));
  ASSIGN_OR_RETURN(const double mean_milliseconds, mean.Amount());
  v1::RunRecord summary;
  summary.set_status(v1::OK);
  std::string words = "mean";
  // Vitest before 3.0 has no median.
  if (const auto median = statistics.Find(median_name); median.has_value()) {
    ASSIGN_OR_RETURN(const double milliseconds, median->Amount());
    AddSample(kTime, milliseconds / kSecond, summary);
    words = "median";
  } else {
    AddSample(kTime, mean_milliseconds / kSecond, summary);
  }
  AddSample(kMeanTime, mean_milliseconds / kSecond, summary);
  if (const auto count = statistics.Find(count_name); count.has_value()) {
    ASSIGN_OR_RETURN(const double iterations, count->Amount());
    absl::StrAppend(&words, absl::StrFormat(" of %.0f iterations", iterations));
  }
  (*summary.mutable_observed())[kSummaryOf] = words;
  result.summary = std::move(summary);
  return absl::OkStatus();
}

// `a.bench.ts > sort > numbers` without the file, which stands in front of it.
std::string WithoutFile(const std::string& full_name, const std::string& path) {
  std::vector<std::string> parts = absl::StrSplit(full_name, " > ");
  if (!absl::EndsWith(path, parts.front())) return full_name;
  parts.erase(parts.begin());
  return absl::StrJoin(parts, " > ");
}

absl::StatusOr<std::vector<std::string>> PathsOf(const std::vector<JsonPlace>& files,
                                                 const std::string& member) {
  std::vector<std::string> paths;
  for (const JsonPlace& file : files) {
    ASSIGN_OR_RETURN(const JsonPlace place, file.Member(member));
    ASSIGN_OR_RETURN(paths.emplace_back(), place.Text());
  }
  const size_t common = CommonFolder(paths);
  for (std::string& path : paths) path.erase(0, common);
  return paths;
}

// A failed test of Vitest 5, if it is one: its benchmarks are missing.
absl::StatusOr<std::optional<std::string>> FailureOf(const JsonPlace& test) {
  ASSIGN_OR_RETURN(const JsonPlace status, test.Member("status"));
  ASSIGN_OR_RETURN(const std::string word, status.Text());
  if (word != "failed") return std::nullopt;
  std::vector<std::string> messages;
  if (const auto list = test.Find("failureMessages"); list.has_value()) {
    ASSIGN_OR_RETURN(const std::vector<JsonPlace> items, list->Items());
    for (const JsonPlace& item : items) {
      ASSIGN_OR_RETURN(messages.emplace_back(), item.Text());
    }
  }
  return messages.empty() ? "the test failed" : absl::StrJoin(messages, "\n");
}

class Vitest5Reader {
 public:
  absl::StatusOr<MeasuredFile> Read(const JsonPlace& top) {
    ASSIGN_OR_RETURN(const JsonPlace list, top.Member("testResults"));
    ASSIGN_OR_RETURN(const std::vector<JsonPlace> modules, list.Items());
    ASSIGN_OR_RETURN(const std::vector<std::string> paths, PathsOf(modules, "name"));
    for (size_t i = 0; i < modules.size(); ++i) {
      ASSIGN_OR_RETURN(const JsonPlace tests, modules[i].Member("assertionResults"));
      ASSIGN_OR_RETURN(const std::vector<JsonPlace> items, tests.Items());
      for (const JsonPlace& test : items) RETURN_IF_ERROR(ReadTest(test, paths[i]));
    }
    return std::move(file_);
  }

 private:
  absl::Status ReadTest(const JsonPlace& test, const std::string& path) {
    std::vector<JsonPlace> benchmarks;
    if (const auto list = test.Find("benchmarks"); list.has_value()) {
      ASSIGN_OR_RETURN(benchmarks, list->Items());
    }
    for (const JsonPlace& benchmark : benchmarks) RETURN_IF_ERROR(ReadBenchmark(benchmark, path));
    ASSIGN_OR_RETURN(const std::optional<std::string> failure, FailureOf(test));
    if (!failure.has_value()) return absl::OkStatus();
    MeasuredResult& result = file_.results.emplace_back();
    result.place = test.pointer();
    ASSIGN_OR_RETURN(const std::string group, NameOfTest(test));
    result.levels = {MakeLevel("file", path), MakeLevel("group", group)};
    result.runs.push_back(FailedRun(*failure));
    return absl::OkStatus();
  }

  // As Vitest names the benchmarks of a test.
  absl::StatusOr<std::string> NameOfTest(const JsonPlace& test) {
    std::vector<std::string> names;
    if (const auto list = test.Find("ancestorTitles"); list.has_value()) {
      ASSIGN_OR_RETURN(const std::vector<JsonPlace> titles, list->Items());
      for (const JsonPlace& title : titles) {
        ASSIGN_OR_RETURN(names.emplace_back(), title.Text());
      }
    }
    ASSIGN_OR_RETURN(const JsonPlace title, test.Member("title"));
    ASSIGN_OR_RETURN(names.emplace_back(), title.Text());
    return absl::StrJoin(names, " > ");
  }

  absl::Status ReadBenchmark(const JsonPlace& benchmark, const std::string& path) {
    ASSIGN_OR_RETURN(const JsonPlace name, benchmark.Member("name"));
    ASSIGN_OR_RETURN(const std::string group, name.Text());
    ASSIGN_OR_RETURN(const JsonPlace list, benchmark.Member("tasks"));
    ASSIGN_OR_RETURN(const std::vector<JsonPlace> tasks, list.Items());
    for (const JsonPlace& task : tasks) {
      MeasuredResult& result = file_.results.emplace_back();
      result.place = task.pointer();
      ASSIGN_OR_RETURN(const JsonPlace task_name, task.Member("name"));
      ASSIGN_OR_RETURN(const std::string text, task_name.Text());
      result.levels = {MakeLevel("file", path), MakeLevel("group", group),
                       MakeLevel("benchmark", text)};
      ASSIGN_OR_RETURN(const JsonPlace latency, task.Member("latency"));
      RETURN_IF_ERROR(ReadStatistics(latency, "p50", "samplesCount", result));
    }
    return absl::OkStatus();
  }

  MeasuredFile file_ = EmptyFile();
};

}  // namespace

bool IsVitest4(const nlohmann::json& top) {
  return top.is_object() && top.contains("files") && top["files"].is_array();
}

bool IsVitest5(const nlohmann::json& top) {
  return top.is_object() && top.contains("testResults") && top["testResults"].is_array();
}

absl::StatusOr<MeasuredFile> ReadVitest4(const JsonPlace& top) {
  MeasuredFile file = EmptyFile();
  ASSIGN_OR_RETURN(const JsonPlace list, top.Member("files"));
  ASSIGN_OR_RETURN(const std::vector<JsonPlace> files, list.Items());
  ASSIGN_OR_RETURN(const std::vector<std::string> paths, PathsOf(files, "filepath"));
  for (size_t i = 0; i < files.size(); ++i) {
    ASSIGN_OR_RETURN(const JsonPlace group_list, files[i].Member("groups"));
    ASSIGN_OR_RETURN(const std::vector<JsonPlace> groups, group_list.Items());
    ASSIGN_OR_RETURN(const JsonPlace path, files[i].Member("filepath"));
    ASSIGN_OR_RETURN(const std::string whole_path, path.Text());
    for (const JsonPlace& group : groups) {
      ASSIGN_OR_RETURN(const JsonPlace full_name, group.Member("fullName"));
      ASSIGN_OR_RETURN(const std::string full_text, full_name.Text());
      const std::string group_name = WithoutFile(full_text, whole_path);
      ASSIGN_OR_RETURN(const JsonPlace benchmark_list, group.Member("benchmarks"));
      ASSIGN_OR_RETURN(const std::vector<JsonPlace> benchmarks, benchmark_list.Items());
      for (const JsonPlace& benchmark : benchmarks) {
        MeasuredResult& result = file.results.emplace_back();
        result.place = benchmark.pointer();
        ASSIGN_OR_RETURN(const JsonPlace name, benchmark.Member("name"));
        ASSIGN_OR_RETURN(const std::string name_text, name.Text());
        result.levels = {MakeLevel("file", paths[i]), MakeLevel("group", group_name),
                         MakeLevel("benchmark", name_text)};
        if (!benchmark.Find("mean").has_value() && !benchmark.Find("hz").has_value()) {
          result.runs.push_back(FailedRun("the benchmark failed: the file has no result of it"));
          continue;
        }
        RETURN_IF_ERROR(ReadStatistics(benchmark, "median", "sampleCount", result));
      }
    }
  }
  return file;
}

absl::StatusOr<MeasuredFile> ReadVitest5(const JsonPlace& top) { return Vitest5Reader().Read(top); }

}  // namespace benchcell
