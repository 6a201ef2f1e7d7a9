#include "runners/evidence/tables.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/report/json.h"
#include "runners/report/markdown.h"

namespace benchcell {
namespace {

using Json = nlohmann::json;

constexpr double kLastDigits = 1e-9;
// How much of a line that differs goes into a message.
constexpr size_t kShownBytes = 160;
// Deeper than any table; what is claimed may be anything.
constexpr int kDeepest = 32;

// The line around a place, or the part of it before and behind the place if it is long.
std::string Around(const std::string& text, size_t place) {
  place = std::min(place, text.size());
  size_t start = place == 0 ? std::string::npos : text.rfind('\n', place - 1);
  start = start == std::string::npos ? 0 : start + 1;
  start = std::max(start, place - std::min(place, kShownBytes / 2));
  const size_t end = std::min({text.find('\n', place), text.size(), start + kShownBytes});
  return text.substr(start, end - start);
}

bool IsForPeople(const std::string& key) {
  return key == "text" || key == "words" || key == "message";
}

absl::Status Differ(const std::string& place, const std::string& claimed,
                    const std::string& recomputed) {
  return absl::InvalidArgumentError(
      absl::StrCat(place, ": claimed is ", claimed, ", the records give ", recomputed));
}

std::string Shown(const Json& value) {
  return value.is_primitive() ? value.dump(-1, ' ', false, Json::error_handler_t::replace)
                              : value.type_name();
}

absl::Status Compare(const std::string& place, const Json& claimed, const Json& recomputed,
                     int depth) {
  if (depth > kDeepest) return Differ(place, "nested too deep", "a table");
  if (claimed.is_number() && recomputed.is_number()) {
    const double a = claimed.get<double>();
    const double b = recomputed.get<double>();
    if (std::abs(a - b) <= kLastDigits * std::max(std::abs(a), std::abs(b))) {
      return absl::OkStatus();
    }
    return Differ(place, Shown(claimed), Shown(recomputed));
  }
  if (claimed.type() != recomputed.type() || (claimed.is_primitive() && claimed != recomputed)) {
    return Differ(place, Shown(claimed), Shown(recomputed));
  }
  if (claimed.is_array()) {
    if (claimed.size() != recomputed.size()) {
      return Differ(place, absl::StrCat(claimed.size(), " entries"),
                    absl::StrCat(recomputed.size()));
    }
    for (size_t i = 0; i < claimed.size(); ++i) {
      RETURN_IF_ERROR(
          Compare(absl::StrCat(place, "[", i, "]"), claimed[i], recomputed[i], depth + 1));
    }
  }
  if (claimed.is_object()) {
    for (const auto& [key, value] : claimed.items()) {
      if (IsForPeople(key)) continue;
      const std::string inner = absl::StrCat(place, ".", key);
      const auto found = recomputed.find(key);
      if (found == recomputed.end()) return Differ(inner, Shown(value), "nothing");
      RETURN_IF_ERROR(Compare(inner, value, *found, depth + 1));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Tables> RenderTables(const v1::ExperimentRun& run, const TableOptions& options) {
  ASSIGN_OR_RETURN(const Table table, BuildTable(run, options));
  return Tables{RenderMarkdown(run, table, {.statistics = true}),
                absl::StrCat(RenderTableJson(run, table), "\n")};
}

absl::Status SameText(const std::string& claimed, const std::string& recomputed) {
  if (claimed == recomputed) return absl::OkStatus();
  const auto place =
      std::mismatch(claimed.begin(), claimed.end(), recomputed.begin(), recomputed.end());
  const size_t at = place.first - claimed.begin();
  const auto line = 1 + std::count(claimed.begin(), place.first, '\n');
  return Differ(absl::StrCat("line ", line, ", byte ", at),
                absl::StrCat("`", Around(claimed, at), "`"),
                absl::StrCat("`", Around(recomputed, at), "`"));
}

absl::Status SameNumbers(const std::string& claimed, const std::string& recomputed) {
  const Json left = Json::parse(claimed, nullptr, /*allow_exceptions=*/false);
  const Json right = Json::parse(recomputed, nullptr, /*allow_exceptions=*/false);
  const auto rows = left.is_object() ? left.find("rows") : left.end();
  if (rows == left.end()) {
    return absl::InvalidArgumentError("it is no table in JSON: expected an object with `rows`");
  }
  return Compare("rows", *rows, right.at("rows"), 0);
}

}  // namespace benchcell
