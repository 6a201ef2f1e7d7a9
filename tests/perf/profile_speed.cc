// Prints how long it takes to read a profile of Callgrind's beside `wc -l` and callgrind_annotate
// on the same file.
//
//   bazel run //tests/perf:profile_speed            # 200 MB
//   bazel run //tests/perf:profile_speed -- 20      # MB
//
// Held against: no less than half of the speed of wc -l, at least 20 times that of
// callgrind_annotate. Each is a process of its own, they take turns, and what is shown is the
// median of the repetitions: the time that passed, and what they took of the processors. The
// reader's is a copy of this one, as long as it reads: what its program takes to be loaded says
// nothing of that. The reader has a thread for each processor, up to four: on a machine that does
// other things at the same time it takes longer, while wc finds a processor. The file is in the
// page cache. Without callgrind_annotate (package valgrind), its part is left out.

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runners/base/large_heap.h"
#include "runners/callgrind/profile_file_reader.h"
#include "tests/perf/profile_file.h"

namespace benchcell {
namespace {

constexpr int kRounds = 21;
// callgrind_annotate takes a while.
constexpr int kRoundsOfAnnotate = 3;

struct Times {
  std::vector<double> passed_ms;
  std::vector<double> processor_ms;
  long peak_kib = 0;
  bool good = true;
};

double Median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Runs something in a process of its own, which ends with what it returns, and adds how long it
// took.
void Run(const std::function<int()>& work, Times& times) {
  std::fflush(stdout);
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) _exit(work());
  int status = 0;
  rusage usage;
  wait4(child, &status, 0, &usage);
  const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
  const auto ms = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
  };
  times.passed_ms.push_back(passed.count());
  times.processor_ms.push_back(ms(usage.ru_utime) + ms(usage.ru_stime));
  times.peak_kib = std::max(times.peak_kib, usage.ru_maxrss);
  times.good = times.good && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// A command with its output thrown away.
std::function<int()> Command(const std::vector<std::string>& command) {
  return [command] {
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execvp(words[0], words.data());
    return 127;
  };
}

// What a profile is read for: every part, whose costs have to sum up.
int ReadProfile(const std::string& path) {
  const auto reader = OpenProfile(path, path);
  if (!reader.ok()) return 1;
  while (true) {
    const absl::StatusOr<bool> any = (*reader)->Next();
    if (!any.ok()) return 1;
    if (!*any) return 0;
    const ProfilePart& part = (*reader)->part();
    if (!part.fault.empty() || part.forged || part.cost_total != part.totals.front()) return 1;
  }
}

void Print(const char* name, const Times& times) {
  std::printf("  %-20s %10.1f ms passed %10.1f ms of processors %7.1f MiB   %zu times%s\n", name,
              Median(times.passed_ms), Median(times.processor_ms),
              static_cast<double>(times.peak_kib) / 1024, times.passed_ms.size(),
              times.good ? "" : "   FAILED");
}

int Main(uint64_t megabytes) {
  // Another one may run at the same time.
  std::string folder = std::filesystem::temp_directory_path() / "benchcell-profile-speed-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) {
    std::perror(folder.c_str());
    return 1;
  }
  const std::string file = folder + "/24330.out";
  WrittenProfile written;
  {
    std::ofstream stream(file, std::ios::binary);
    written =
        WriteProfile(megabytes * 1000000, [&stream](std::string_view text) { stream << text; });
    stream.flush();
    if (!stream) {
      std::fprintf(stderr, "can't write %s\n", file.c_str());
      return 1;
    }
  }
  std::printf("%.1f MB, %llu parts\n", static_cast<double>(written.bytes) / 1e6,
              static_cast<unsigned long long>(written.parts));
  const bool annotates = std::system("command -v callgrind_annotate > /dev/null") == 0;
  Times lines, reader, annotate;
  for (int round = 0; round < kRounds; ++round) {
    Run(Command({"wc", "-l", file}), lines);
    Run([&file] { return ReadProfile(file); }, reader);
    if (annotates && round < kRoundsOfAnnotate) {
      Run(Command({"callgrind_annotate", file}), annotate);
    }
  }
  Print("wc -l", lines);
  Print("benchcell", reader);
  if (annotates) Print("callgrind_annotate", annotate);
  std::printf("benchcell has %.2f times the speed of wc -l (at least 0.5)",
              Median(lines.passed_ms) / Median(reader.passed_ms));
  if (annotates) {
    std::printf(" and %.0f times that of callgrind_annotate (at least 20)",
                Median(annotate.passed_ms) / Median(reader.passed_ms));
  }
  std::printf("\n");
  std::filesystem::remove_all(folder);
  return lines.good && reader.good && annotate.good ? 0 : 1;
}

}  // namespace
}  // namespace benchcell

int main(int argc, char** argv) {
  // As `compare` does.
  benchcell::UseLargeHeap();
  const int megabytes = argc > 1 ? std::atoi(argv[1]) : 200;
  return benchcell::Main(megabytes > 0 ? static_cast<uint64_t>(megabytes) : 200);
}
