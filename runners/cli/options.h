// What a command line asks for.

#ifndef BENCHCELL_RUNNERS_CLI_OPTIONS_H_
#define BENCHCELL_RUNNERS_CLI_OPTIONS_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "runners/adhoc/adhoc_options.h"

namespace benchcell {

// Values of the flags; empty strings and zeros where a flag isn't given.
struct Options {
  // First word: `run`, `report`, ...
  std::string command;
  // The words after it that are no flags.
  std::vector<std::string> operands;

  std::string only;
  std::string builds;
  uint32_t rounds = 0;
  uint32_t runs = 0;
  uint64_t seed = 0;
  // All `--set`, joined by commas.
  std::string set;
  std::filesystem::path source;
  std::string metric;
  std::string format;
  std::filesystem::path out;
  std::filesystem::path state_dir;
  std::filesystem::path bundles;
  bool lenient = false;
  bool locale_order = false;
  std::string baseline;
  // Of `import`: all `--build NAME=FILE`.
  std::vector<std::string> build;
  bool force = false;
  bool any_machine = false;

  // The commands that stand in place of an experiment.
  AdhocOptions adhoc;
  // File that gets the experiment as it is run.
  std::filesystem::path write_experiment;

  // Of evidence: the file to write, who signs or has signed, whether the inputs come along.
  std::filesystem::path bundle;
  std::filesystem::path key;
  bool with_inputs = false;

  // HOST:PORT of a lab's coordinator; empty for a run without a lab.
  std::string coordinator;
  std::filesystem::path tls;
  bool insecure_network = false;
  // Of `agent`.
  absl::Duration quiet_wait;
  uint64_t bundle_limit = 0;
  bool tune = false;
  std::string machine_class;
  // Of `certs`.
  std::string host;
  uint32_t days = 0;
  // Of `coordinator`.
  std::string listen;
  std::string store;
  std::filesystem::path blobs;
  std::string metrics;
  // Of `plugins`.
  std::string language;
  std::filesystem::path recorded;
  // Of `status`, `agent` and `machines`.
  bool check = false;
  std::string release;
};

// Where things are on this machine, as the launcher says.
struct Places {
  // Root of the project.
  std::filesystem::path root;
  // Folder in which the plugins' programs were built.
  std::filesystem::path programs;

  // The program //runners/exec:warden.
  std::filesystem::path Warden() const { return programs / "runners" / "exec" / "warden"; }
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_OPTIONS_H_
