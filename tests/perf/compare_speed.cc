// Prints how long `benchcell compare` takes beside a plain scan of the same file, and beside R.
//
//   bazel run //tests/perf:compare_speed
//   bazel run //tests/perf:compare_speed -- /node/benchmark/compare.R
//
// Without a script, R runs compare_speed.R, our stand-in.
//
// Held against: 40 times faster than `Rscript compare.R`, at most 2 times the scan. Two times are
// shown: that on the wall, which counts several processors but grows with other load on the
// machine, and that of the processors (user and system). The best of several for what is short.
// Without Rscript, its part is left out.
//
// The scan (compare_file.h) is a plain loop over the bytes, on one processor, that knows about
// quotes and counts fields; it keeps nothing. Beside it stands the time in which our own reader
// hands out every field, unescaped: by jumping from one separator to the next it is no slower.

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "runners/base/files.h"
#include "runners/base/large_heap.h"
#include "runners/compare/byte_source.h"
#include "runners/compare/compare.h"
#include "runners/compare/csv_records.h"
#include "tests/perf/compare_file.h"

namespace benchcell {
namespace {

struct Times {
  double wall = 0;
  double processor = 0;
};

double ProcessorMs(int who) {
  rusage usage;
  getrusage(who, &usage);
  const auto ms = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
  };
  return ms(usage.ru_utime) + ms(usage.ru_stime);
}

// Of this process, or of its children.
Times Measured(int who, const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  const double processor = ProcessorMs(who);
  work();
  const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - begin;
  return {wall.count(), ProcessorMs(who) - processor};
}

Times Best(const std::function<void()>& work) {
  constexpr int kTimes = 15;
  Times best = Measured(RUSAGE_SELF, work);
  for (int i = 1; i < kTimes; ++i) {
    const Times times = Measured(RUSAGE_SELF, work);
    best.wall = std::min(best.wall, times.wall);
    best.processor = std::min(best.processor, times.processor);
  }
  return best;
}

void Print(const char* name, const Times& times) {
  std::printf("  %-28s %9.1f %9.1f ms", name, times.wall, times.processor);
}

std::string Quoted(const std::string& word) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

struct Comparer {
  const char* name;
  CompareFormat format;
};
constexpr Comparer kComparers[] = {{"compare --format compare-r", CompareFormat::kCompareR},
                                   {"compare, default table", CompareFormat::kMarkdown}};

int64_t ReadFields(const std::string& file) {
  const absl::StatusOr<std::unique_ptr<ByteSource>> source = OpenByteSource(file);
  if (!source.ok()) return -1;
  CsvRecords records(**source, file, OuterSpaces::kStrip);
  int64_t fields = 0;
  while (true) {
    const absl::StatusOr<bool> any = records.Next();
    if (!any.ok()) return -1;
    if (!*any) return fields;
    fields += static_cast<int64_t>(records.fields().size());
  }
}

// Whether R ran.
bool MeasureR(const std::string& file, const std::string& output, const std::string& script,
              const Times (&taken)[2], const std::string& printed) {
  const std::string command = "LC_ALL= LC_CTYPE=C.UTF-8 LC_COLLATE=C Rscript " + Quoted(script) +
                              " < " + Quoted(file) + " > " + Quoted(output);
  int result = 0;
  const Times r = Measured(RUSAGE_CHILDREN, [&] { result = std::system(command.c_str()); });
  if (result != 0) return false;
  const absl::StatusOr<std::string> said = ReadFile(output);
  Print("Rscript", r);
  std::printf("   %.0f and %.0f times compare (at least 40); %s output\n", r.wall / taken[0].wall,
              r.wall / taken[1].wall, said.ok() && *said == printed ? "the same" : "OTHER");
  return true;
}

// Whether everything ran.
bool Measure(const std::filesystem::path& folder, int configurations, int runs,
             const std::string& script, bool has_r) {
  const std::string file = (folder / "results.csv").string();
  const std::string text = MakeResults(configurations, runs);
  if (!WriteFile(file, text).ok()) return false;
  std::printf("%d configurations, %d rows, %.1f MB\n  %-28s %9s %9s\n", configurations,
              2 * configurations * runs, static_cast<double>(text.size()) / 1e6, "", "wall",
              "processor");
  int64_t fields[2] = {};
  const Times scan = Best([&] { fields[0] = ScanPlainly(file); });
  Print("plain scan", scan);
  const Times reading = Best([&] { fields[1] = ReadFields(file); });
  std::printf("\n");
  Print("fields handed out", reading);
  std::printf("   %.2f times the scan\n", reading.wall / scan.wall);
  if (fields[0] < 0 || fields[0] != fields[1]) return false;
  Times taken[2];
  std::string printed;
  for (int i = 0; i < 2; ++i) {
    CompareOptions options;
    options.files = {file};
    options.format = kComparers[i].format;
    bool good = true;
    taken[i] = Best([&] {
      const absl::StatusOr<CompareResult> result = CompareCsv(options);
      good = good && result.ok();
      if (i == 0 && result.ok()) printed = result->text;
    });
    if (!good) return false;
    Print(kComparers[i].name, taken[i]);
    std::printf("   %.2f times the scan (limit 2)\n", taken[i].wall / scan.wall);
  }
  return !has_r || MeasureR(file, (folder / "r.txt").string(), script, taken, printed);
}

int Main(const std::string& script) {
  const bool has_r = std::system("command -v Rscript > /dev/null") == 0;
  std::printf(has_r ? "R runs %s\n" : "Rscript is missing (Debian: r-base-core); no times for %s\n",
              script.c_str());
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / "benchcell-compare-speed";
  std::filesystem::create_directories(folder);
  const bool good =
      Measure(folder, 3334, 30, script, has_r) && Measure(folder, 25000, 4, script, has_r);
  std::filesystem::remove_all(folder);
  return good ? 0 : 1;
}

}  // namespace
}  // namespace benchcell

// The last argument is the script: the user's, or the one that the build passes.
int main(int argc, char** argv) {
  // As the command does.
  benchcell::UseLargeHeap();
  return benchcell::Main(argv[argc - 1]);
}
