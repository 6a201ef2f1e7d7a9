// Runs benchcell's command line as a user does: a program with arguments, an exit code, and two
// outputs.

#ifndef BENCHCELL_TESTS_E2E_BENCHCELL_PROGRAM_H_
#define BENCHCELL_TESTS_E2E_BENCHCELL_PROGRAM_H_

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace benchcell {

struct Finished {
  // Exit code, or minus the signal that ended it.
  int code = 0;
  std::string out;
  std::string log;
};

// One state directory, empty at first, and runs of benchcell in it. It finds no program on the
// PATH: all that it starts, it must have.
class BenchcellProgram {
 public:
  // `name`: of the test, for a directory of its own.
  explicit BenchcellProgram(const std::string& name);

  // What the following runs start, instead of runners/cli/benchcell among this test's files: a
  // program below a folder, in which it finds others.
  void UsePrograms(const std::filesystem::path& folder, const std::filesystem::path& program) {
    programs_ = folder;
    program_ = program;
  }

  // Where the following runs start; where the test stands otherwise.
  void WorkIn(const std::filesystem::path& folder) { folder_ = folder; }

  Finished Run(const std::vector<std::string>& arguments);

  // The same in two steps, to do something in between. The process has a group of its own.
  pid_t Start(const std::vector<std::string>& arguments);
  Finished Wait(pid_t pid);

  // What the running one has written to its log so far.
  std::string Log() const;

  // Waits until the log of the running one holds `text`. False if it ended before.
  bool WaitForLog(pid_t pid, const std::string& text) const;

  const std::filesystem::path& directory() const { return directory_; }

  // From now on the project's root is root(), a folder of links in which plugins can be added.
  void UseWritableRoot();
  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path directory_;
  std::filesystem::path root_;
  std::filesystem::path programs_;
  std::filesystem::path program_ = "runners/cli/benchcell";
  std::filesystem::path folder_ = ".";
};

// Command lines of all processes of this machine that hold `text`.
std::vector<std::string> ProcessesWith(const std::string& text);

}  // namespace benchcell

#endif  // BENCHCELL_TESTS_E2E_BENCHCELL_PROGRAM_H_
