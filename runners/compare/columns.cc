#include "runners/compare/columns.h"

#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/base/status_macros.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

constexpr char kExpected[] =
    "expected a header with the columns filename, configuration, rate and, for results of several "
    "binaries, binary";
constexpr size_t kMostExcerpt = 60;

std::string Names(std::span<const CsvField> header) {
  std::vector<std::string> names;
  for (const CsvField& field : header) {
    if (names.size() == 8) {
      names.push_back("...");
      break;
    }
    names.push_back(Excerpt(field.text));
  }
  return absl::StrJoin(names, ", ");
}

absl::StatusOr<std::optional<size_t>> Position(std::span<const CsvField> header,
                                               const std::string& name) {
  std::optional<size_t> position;
  for (size_t i = 0; i < header.size(); ++i) {
    std::string text(header[i].text);
    absl::AsciiStrToLower(&text);
    absl::StripAsciiWhitespace(&text);
    if (text != name) continue;
    if (position.has_value()) {
      return absl::InvalidArgumentError(absl::StrCat(header[i].column, ": found the column ", name,
                                                     " for the second time, ", kExpected));
    }
    position = i;
  }
  return position;
}

absl::StatusOr<size_t> NeededPosition(std::span<const CsvField> header, const std::string& name) {
  ASSIGN_OR_RETURN(const std::optional<size_t> position, Position(header, name));
  if (position.has_value()) return *position;
  return absl::InvalidArgumentError(
      absl::StrCat("1: found no column ", name, " in ", Names(header), ", ", kExpected));
}

}  // namespace

absl::StatusOr<Columns> ReadHeader(std::span<const CsvField> header) {
  Columns columns;
  columns.count = header.size();
  ASSIGN_OR_RETURN(columns.filename, NeededPosition(header, "filename"));
  ASSIGN_OR_RETURN(columns.configuration, NeededPosition(header, "configuration"));
  ASSIGN_OR_RETURN(columns.rate, NeededPosition(header, "rate"));
  ASSIGN_OR_RETURN(columns.binary, Position(header, "binary"));
  ASSIGN_OR_RETURN(columns.machine, Position(header, "machine"));
  return columns;
}

std::string Excerpt(std::string_view text) {
  // A long text is cut in the middle of a character at worst, which OneLine makes visible.
  std::string shown = OneLine(text.substr(0, kMostExcerpt));
  return absl::StrCat("`", shown, text.size() > kMostExcerpt ? "..." : "", "`");
}

}  // namespace benchcell
