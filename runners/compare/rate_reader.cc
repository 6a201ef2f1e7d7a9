#include "runners/compare/rate_reader.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

std::string Words(const CsvFault& fault) {
  return absl::StrCat("found ", fault.found, ", expected ", fault.expected);
}

}  // namespace

RateReader::RateReader(ByteSource& source, const std::string& name, OuterSpaces spaces,
                       bool lenient)
    : records_(source, name, spaces), lenient_(lenient) {}

absl::Status RateReader::Stray(int64_t column, const std::string& what) {
  const std::string message =
      absl::StrCat(records_.name(), ":", records_.line(), ":", column, ": ", what);
  if (!lenient_) {
    return absl::InvalidArgumentError(
        absl::StrCat(message, ". The line is ", Excerpt(records_.raw()),
                     ". Remove it, or leave out every line that is no measurement with --lenient"));
  }
  ++strays_.count;
  if (strays_.first.size() < StrayLines::kMostRemembered) strays_.first.push_back(message);
  return absl::OkStatus();
}

absl::Status RateReader::ReadHeaderLine() {
  while (!columns_.has_value()) {
    ASSIGN_OR_RETURN(const bool any, records_.Next());
    if (!any) {
      return absl::InvalidArgumentError(absl::StrCat(
          records_.name(), ":", records_.line(), ":1: found the end of the file, expected ",
          strays_.count > 0 ? "a header with filename, configuration and rate" : "a header"));
    }
    if (records_.fault().has_value()) {
      RETURN_IF_ERROR(Stray(records_.fault()->column, Words(*records_.fault())));
      continue;
    }
    const absl::StatusOr<Columns> columns = ReadHeader(records_.fields());
    if (columns.ok()) {
      columns_ = *columns;
      names_first_ =
          std::max({columns->binary.value_or(0), columns->filename, columns->configuration,
                    columns->machine.value_or(0)}) < columns->rate;
      header_ = std::string(records_.raw());
      continue;
    }
    const std::string message(columns.status().message());
    const size_t colon = message.find(':');
    RETURN_IF_ERROR(Stray(std::stoll(message.substr(0, colon)), message.substr(colon + 2)));
  }
  return absl::OkStatus();
}

CsvFault RateReader::WrongCount() const {
  const std::span<const CsvField> fields = records_.fields();
  CsvFault fault;
  fault.expected = absl::StrCat(columns_->count, " fields");
  if (records_.unended() && fields.size() < columns_->count) {
    fault.column = static_cast<int64_t>(records_.raw().size()) + 1;
    fault.found =
        absl::StrCat("the end of the file after ", fields.size(),
                     fields.size() == 1 ? " field" : " fields", " (the last line is cut off)");
    return fault;
  }
  fault.column =
      fields.size() > columns_->count ? fields[columns_->count].column : fields.front().column;
  fault.found = absl::StrCat(fields.size(), fields.size() == 1 ? " field" : " fields");
  return fault;
}

bool RateReader::TakeKnown() {
  const std::string_view line = records_.raw();
  const std::optional<RecognisedRow> recognised = memory_.Recognise(line);
  if (!recognised.has_value()) return false;
  const std::string_view rest = line.substr(recognised->length);
  const std::string_view text = rest.substr(0, rest.find(','));
  size_t commas = 0;
  for (size_t at = text.size(); at < rest.size();
       at = std::min(rest.find(',', at + 1), rest.size())) {
    ++commas;
  }
  if (commas != columns_->count - columns_->rate - 1 || rest.find('"') != std::string_view::npos) {
    return false;
  }
  const Rate rate = ParseRate(text);
  if (rate.kind == RateKind::kNoRate) return false;
  recognised_ = *recognised;
  if (!recognised->binary_of.has_value()) memory_.Confirm(*recognised);
  row_.key = recognised->key;
  row_.binary_of = recognised->binary_of;
  // Field by field: `row_ = RateRow()` stalls on its own stores, at a tenth of the whole time.
  row_.binary = {};
  row_.filename = {};
  row_.configuration = {};
  row_.machine = {};
  row_.rate = rate;
  return true;
}

size_t RateReader::BinaryLength() const {
  if (columns_->binary != size_t{0}) return 0;
  // The second field may have spaces in front.
  return records_.raw().rfind(',', static_cast<size_t>(records_.fields()[1].column - 1) - 1);
}

void RateReader::Remember(uint32_t key, uint32_t like) {
  if (row_.key.has_value()) {
    memory_.Adopt(recognised_, key);
    return;
  }
  const size_t names = static_cast<size_t>(records_.fields()[columns_->rate].column - 1);
  const std::string_view text = records_.raw().substr(0, names);
  // A rate in quotes needs the whole way, and so does a name of several lines.
  const bool simple = names_first_ && records_.raw().substr(names, 1) != "\"" &&
                      text.find('\n') == std::string_view::npos;
  if (simple) {
    memory_.Remember(key, like, text, BinaryLength());
  } else {
    memory_.Remember(key, like, {}, 0);
  }
}

std::optional<CsvFault> RateReader::Take() {
  if (records_.fault().has_value()) return records_.fault();
  const std::span<const CsvField> fields = records_.fields();
  if (fields.size() != columns_->count) return WrongCount();
  const CsvField& rate = fields[columns_->rate];
  row_.rate = ParseRate(rate.text);
  if (row_.rate.kind == RateKind::kNoRate) {
    if (records_.raw() == header_) {
      return CsvFault{1, "the header again",
                      "a measurement (files of several machines are given one by one, so that "
                      "each machine is told from the others)"};
    }
    return CsvFault{rate.column, Excerpt(rate.text), "a rate"};
  }
  row_.key.reset();
  row_.binary_of.reset();
  row_.binary = columns_->binary.has_value() ? fields[*columns_->binary].text : std::string_view();
  row_.filename = fields[columns_->filename].text;
  row_.configuration = fields[columns_->configuration].text;
  row_.machine =
      columns_->machine.has_value() ? fields[*columns_->machine].text : std::string_view();
  return std::nullopt;
}

absl::StatusOr<bool> RateReader::Next() {
  if (!columns_.has_value()) RETURN_IF_ERROR(ReadHeaderLine());
  while (true) {
    ASSIGN_OR_RETURN(const bool any, records_.NextLine());
    if (!any) break;
    if (TakeKnown()) {
      ++rows_;
      return true;
    }
    RETURN_IF_ERROR(records_.SplitLine());
    const std::optional<CsvFault> fault = Take();
    if (!fault.has_value()) {
      ++rows_;
      return true;
    }
    RETURN_IF_ERROR(Stray(fault->column, Words(*fault)));
  }
  if (rows_ > 0) return false;
  return absl::InvalidArgumentError(absl::StrCat(records_.name(), ":", records_.line(),
                                                 ":1: found the end of the file, expected at "
                                                 "least one measurement below the header"));
}

}  // namespace benchcell
