#include "plugins/node_core/failure.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "re2/re2.h"

namespace benchcell::node_core {
namespace {

constexpr char kInstall[] =
    "install wrk (h2load for HTTP/2) on the machine, or choose another with set "
    "benchmarker=autocannon";

struct Sign {
  // With at most one group, which is what takes the place of {} in the sentence.
  const char* pattern;
  v1::RunStatus status;
  std::string sentence;
};

const std::vector<Sign>& Signs() {
  static const auto& signs = *new std::vector<Sign>{
      {R"(bad option: (\S+))", v1::GENUINE_FAILURE, "unknown flag: this binary doesn't know {}"},
      {R"((?:EADDRINUSE|address already in use)[^\n]*?(\S+)\n)", v1::HARNESS_ERROR,
       "port in use: {} is taken on this machine; end what listens there"},
      {"insufficient clock precision", v1::GENUINE_FAILURE,
       "insufficient clock precision: start() and end() came at the same nanosecond; measure more "
       "operations, as in set n=1000000"},
      {R"(Requested benchmarker '([^']*)' is +not (?:installed|supported))", v1::HARNESS_ERROR,
       absl::StrCat("HTTP tool missing: there is no {} here; ", kInstall)},
      {"Could not locate required http benchmarker", v1::HARNESS_ERROR,
       absl::StrCat("HTTP tool missing: none was found; ", kInstall)},
      {R"(Cannot find module '([^']*(?:/build/|\.node)[^']*)')", v1::GENUINE_FAILURE,
       "addon missing: {} was never built; build the tree's addons for the binaries compared"},
      {R"(([^\n]*[Bb]inding failed to load))", v1::GENUINE_FAILURE,
       "addon missing: {}; build the tree's addons for the binaries compared"},
      {R"(ERR_DLOPEN_FAILED|was compiled against a different Node\.js version)",
       v1::GENUINE_FAILURE,
       "addon missing: the one in the tree was built for another node; build it for the binaries "
       "compared"},
      {R"(bad argument: ([^\n]*))", v1::GENUINE_FAILURE, "bad argument: {}; expected key=value"},
  };
  return signs;
}

}  // namespace

std::optional<Failure> Recognize(const std::string& error_output) {
  for (const Sign& sign : Signs()) {
    const RE2 pattern(sign.pattern);
    std::string found;
    const bool matches = pattern.NumberOfCapturingGroups() == 0
                             ? RE2::PartialMatch(error_output, pattern)
                             : RE2::PartialMatch(error_output, pattern, &found);
    if (!matches) continue;
    Failure failure{sign.status, sign.sentence, /*is_whole=*/true};
    const size_t place = failure.sentence.find("{}");
    if (place != std::string::npos) failure.sentence.replace(place, 2, found);
    return failure;
  }
  return std::nullopt;
}

Failure TestDouble(const std::string& name) {
  return {v1::HARNESS_ERROR,
          absl::StrCat("HTTP tool missing: node's stand-in ", name,
                       " measured, whose rate is a number of answers and no rate; ", kInstall),
          /*is_whole=*/true};
}

bool IsTestDouble(const std::string& name) { return absl::StartsWith(name, "test-double"); }

}  // namespace benchcell::node_core
