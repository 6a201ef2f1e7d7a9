#include "runners/interchange/json_input.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <optional>
#include <set>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runners/base/files.h"
#include "runners/base/text.h"

namespace benchcell {
namespace {

using Json = nlohmann::json;

// Of what a parser says about a place in a file; the rest is the file's own text.
constexpr size_t kLongestReason = 300;
constexpr std::array<std::string_view, 3> kNotFinite = {"-Infinity", "Infinity", "NaN"};

std::string Mebibytes(uint64_t bytes) {
  return absl::StrFormat("%.0f MiB", static_cast<double>(bytes) / (1 << 20));
}

absl::Status TooLarge(const std::string& file, const InputLimits& limits) {
  return absl::InvalidArgumentError(
      absl::StrCat(file, ": larger than ", Mebibytes(limits.bytes),
                   ", which is the most that is read; split it, or leave single samples out"));
}

// The same text with quotes around what JSON has no number for.
std::string QuoteNotFinite(std::string_view text) {
  std::string quoted;
  quoted.reserve(text.size());
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!in_string) {
      const auto word = std::find_if(kNotFinite.begin(), kNotFinite.end(), [&](auto each) {
        return text.compare(i, each.size(), each) == 0;
      });
      if (word != kNotFinite.end()) {
        absl::StrAppend(&quoted, "\"", std::string(*word), "\"");
        i += word->size() - 1;
        continue;
      }
    }
    quoted += text[i];
    if (text[i] == '"') in_string = !in_string;
    if (in_string && text[i] == '\\' && i + 1 < text.size()) quoted += text[++i];
  }
  return quoted;
}

// Sees every value before it is kept, and lets none through after the first problem.
class Watch {
 public:
  explicit Watch(const InputLimits& limits) : limits_(limits) {}

  bool operator()(int depth, Json::parse_event_t event, const Json& value) {
    using Event = Json::parse_event_t;
    if (problem_.has_value()) return false;
    if (event == Event::object_start || event == Event::array_start) {
      if (depth >= limits_.depth) {
        problem_ = absl::StrCat("more than ", limits_.depth, " arrays and objects in each other");
      }
      if (event == Event::object_start) names_.emplace_back();
    }
    if (event == Event::object_end) names_.pop_back();
    if (event == Event::key && !names_.back().insert(value.get<std::string>()).second) {
      problem_ = absl::StrCat("an object that has the name ", value.dump(), " twice");
    }
    if (event != Event::key && ++values_ > limits_.values) {
      problem_ = absl::StrCat("more than ", limits_.values, " values");
    }
    return !problem_.has_value();
  }

  const std::optional<std::string>& problem() const { return problem_; }

 private:
  const InputLimits& limits_;
  // Of each object that is open.
  std::vector<std::set<std::string>> names_;
  size_t values_ = 0;
  std::optional<std::string> problem_;
};

// Without the library's own marks in front.
std::string ReasonOf(const Json::exception& error) {
  std::string reason = error.what();
  if (const size_t end = reason.find("] "); reason.front() == '[' && end != std::string::npos) {
    reason.erase(0, end + 2);
  }
  if (reason.size() > kLongestReason) reason = reason.substr(0, kLongestReason) + " ...";
  return WithoutControls(ToValidUtf8(reason));
}

}  // namespace

absl::StatusOr<std::string> ReadInput(const std::filesystem::path& path,
                                      const InputLimits& limits) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) {
    return absl::InvalidArgumentError(absl::StrCat(path.string(), ": a folder, expected a file"));
  }
  if (const auto size = std::filesystem::file_size(path, unknown);
      !unknown && size > limits.bytes) {
    return TooLarge(path.string(), limits);
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) return SystemError(errno, "can't be read", path);
  std::string text;
  std::array<char, 1 << 16> piece;
  while (file.read(piece.data(), piece.size()) || file.gcount() > 0) {
    text.append(piece.data(), static_cast<size_t>(file.gcount()));
    if (text.size() > limits.bytes) return TooLarge(path.string(), limits);
  }
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat(path.string(), ": empty, expected the JSON that a benchmark tool wrote"));
  }
  return text;
}

absl::StatusOr<Json> ParseInput(std::string_view text, const std::string& file,
                                const InputLimits& limits) {
  Watch watch(limits);
  std::optional<std::string> reason;
  Json value;
  try {
    value = Json::parse(QuoteNotFinite(text), std::ref(watch));
  } catch (const Json::exception& error) {
    reason = ReasonOf(error);
  }
  if (watch.problem().has_value()) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, ": found ", *watch.problem(), "; that is not read"));
  }
  if (reason.has_value()) {
    return absl::InvalidArgumentError(absl::StrCat(file, ": not JSON, or cut off: ", *reason));
  }
  return value;
}

}  // namespace benchcell
