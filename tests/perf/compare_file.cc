#include "tests/perf/compare_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/stats/generated_noise.h"

namespace benchcell {
namespace {

constexpr std::array<const char*, 4> kFiles = {"buffers/buffer-fill.js", "misc/startup-core.js",
                                               "url/whatwg-url-properties.js", "util/inspect.js"};
// As they stand in the file: quotes are doubled.
constexpr std::array<const char*, 8> kTexts = {
    "'plain'", "'comma, sep'", "'say \"\"hi\"\"'", "\"\"it's\"\"",
    "''",      "'a  b   c'",   "'semi;colon'",     "'back\\\\slash'"};
constexpr std::array<double, 4> kScatters = {0.001, 0.01, 0.1, 0.3};
constexpr std::array<double, 5> kChanges = {1, 1, 1, 1.03, 0.8};

struct Configuration {
  std::string names;  // from the filename to the comma before the rate
  double level = 0;
  double scatter = 0;
  double change = 1;
};

std::string Digits(double value) {
  char buffer[32];
  return std::string(buffer, std::to_chars(buffer, buffer + sizeof(buffer), value).ptr);
}

}  // namespace

std::string MakeResults(int configurations, int runs) {
  GeneratedNoise noise(3334);
  const auto pick = [&noise](const auto& list) {
    return list[static_cast<size_t>(noise.Uniform() * static_cast<double>(list.size()))];
  };
  std::vector<Configuration> all;
  for (int i = 0; i < configurations; ++i) {
    Configuration& one = all.emplace_back();
    one.names =
        absl::StrCat(",\"", pick(kFiles), "\",\"n=", std::pow(10, std::floor(6 * noise.Uniform())),
                     " len=", i % 7 == 0 ? -1.5 : i % 1024, " s=", pick(kTexts), " id=", i, "\",");
    one.level = std::pow(10, 7 * noise.Uniform());
    one.scatter = pick(kScatters);
    one.change = pick(kChanges);
  }
  std::string text = "\"binary\",\"filename\",\"configuration\",\"rate\",\"time\"\n";
  for (int run = 0; run < runs; ++run) {
    for (const bool is_new : {false, true}) {
      for (const Configuration& one : all) {
        const double rate =
            one.level * (is_new ? one.change : 1) * std::exp(one.scatter * noise.Normal());
        absl::StrAppend(&text, is_new ? "\"new\"" : "\"old\"", one.names, Digits(rate), ",",
                        Digits(std::floor(3e9 * noise.Uniform()) / 1e9), "\n");
      }
    }
  }
  return text;
}

int64_t ScanPlainly(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  std::vector<char> piece(1 << 16);
  int64_t fields = 0;
  bool quoted = false;
  ssize_t got = 0;
  while ((got = read(file, piece.data(), piece.size())) > 0) {
    for (ssize_t i = 0; i < got; ++i) {
      const char c = piece[i];
      if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == ',' || c == '\n')) {
        ++fields;
      }
    }
  }
  close(file);
  return got < 0 ? -1 : fields;
}

}  // namespace benchcell
