// Prints how long `benchcell compare` takes beside a plain scan of the same file, and beside R.
//
//   bazel run //tests/perf:compare_speed                      # R runs compare_speed.R, our
//   stand-in bazel run //tests/perf:compare_speed -- /node/benchmark/compare.R
//
// Held against: 40 times faster than `Rscript compare.R`, at most 2 times the scan. Times are those
// of the processor (user and system), which other load on the machine changes least; the best of
// several for what is short. Without Rscript, its part is left out.

#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>

#include "runners/base/files.h"
#include "runners/compare/compare.h"
#include "tests/perf/compare_file.h"

namespace benchcell {
namespace {

double ProcessorMs(int who) {
  rusage usage;
  getrusage(who, &usage);
  const auto ms = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
  };
  return ms(usage.ru_utime) + ms(usage.ru_stime);
}

double BestMs(const std::function<void()>& work) {
  constexpr int kTimes = 7;
  double best = 0;
  for (int i = 0; i < kTimes; ++i) {
    const double start = ProcessorMs(RUSAGE_SELF);
    work();
    const double taken = ProcessorMs(RUSAGE_SELF) - start;
    if (i == 0 || taken < best) best = taken;
  }
  return best;
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

// Whether everything ran.
bool Measure(const std::filesystem::path& folder, int configurations, int runs,
             const std::string& script, bool has_r) {
  const std::string file = (folder / "results.csv").string();
  const std::string text = MakeResults(configurations, runs);
  if (!WriteFile(file, text).ok()) return false;
  std::printf("%d configurations, %d rows, %.1f MB\n", configurations, 2 * configurations * runs,
              static_cast<double>(text.size()) / 1e6);
  const double scan = BestMs([&] { ScanPlainly(file); });
  std::printf("  %-28s %9.1f ms\n", "plain scan", scan);
  double taken[2] = {};
  std::string printed;
  for (int i = 0; i < 2; ++i) {
    CompareOptions options;
    options.files = {file};
    options.format = kComparers[i].format;
    bool good = true;
    taken[i] = BestMs([&] {
      const absl::StatusOr<CompareResult> result = CompareCsv(options);
      good = good && result.ok();
      if (i == 0 && result.ok()) printed = result->text;
    });
    if (!good) return false;
    std::printf("  %-28s %9.1f ms   %.2f times the scan (limit 2)\n", kComparers[i].name, taken[i],
                taken[i] / scan);
  }
  if (!has_r) return true;
  const std::string output = (folder / "r.txt").string();
  const double start = ProcessorMs(RUSAGE_CHILDREN);
  if (std::system(("LC_ALL= LC_CTYPE=C.UTF-8 LC_COLLATE=C Rscript " + Quoted(script) + " < " +
                   Quoted(file) + " > " + Quoted(output))
                      .c_str()) != 0) {
    return false;
  }
  const double r = ProcessorMs(RUSAGE_CHILDREN) - start;
  const absl::StatusOr<std::string> said = ReadFile(output);
  std::printf("  %-28s %9.1f ms   %.0f and %.0f times compare (at least 40); %s output\n",
              "Rscript", r, r / taken[0], r / taken[1],
              said.ok() && *said == printed ? "the same" : "OTHER");
  return true;
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
int main(int argc, char** argv) { return benchcell::Main(argv[argc - 1]); }
