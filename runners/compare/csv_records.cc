#include "runners/compare/csv_records.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

constexpr size_t kPiece = 1 << 16;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool IsSpace(char c) { return c == ' ' || c == '\t'; }

size_t SkipSpaces(std::string_view text, size_t at) {
  while (at < text.size() && IsSpace(text[at])) ++at;
  return at;
}

std::string_view WithoutSpacesBehind(std::string_view text) {
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

size_t FindIn(std::string_view text, char wanted, size_t from) {
  const void* const found = std::memchr(text.data() + from, wanted, text.size() - from);
  return found == nullptr ? std::string_view::npos : static_cast<const char*>(found) - text.data();
}

}  // namespace

CsvRecords::CsvRecords(ByteSource& source, std::string name, OuterSpaces spaces)
    : source_(source), name_(std::move(name)), spaces_(spaces), buffer_(kPiece) {}

std::string_view CsvRecords::raw() const { return {buffer_.data() + start_, length_}; }

absl::Status CsvRecords::Fill(size_t size) {
  while (end_ - start_ < size && !exhausted_) {
    if (end_ == buffer_.size()) {
      if (start_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + start_, end_ - start_);
        end_ -= start_;
        start_ = 0;
      } else {
        buffer_.resize(2 * buffer_.size());
      }
    }
    ASSIGN_OR_RETURN(const size_t got, source_.Read(buffer_.data() + end_, buffer_.size() - end_));
    exhausted_ = got == 0;
    end_ += got;
  }
  return absl::OkStatus();
}

absl::StatusOr<size_t> CsvRecords::Find(char wanted, size_t from) {
  while (true) {
    const std::string_view seen(buffer_.data() + start_, std::min(end_ - start_, kMostBytes));
    if (from < seen.size()) {
      const size_t found = FindIn(seen, wanted, from);
      if (found != kNone) return found;
    }
    if (exhausted_ || seen.size() == kMostBytes) return kNone;
    from = std::max(from, seen.size());
    RETURN_IF_ERROR(Fill(end_ - start_ + 1));
  }
}

absl::Status CsvRecords::CheckFront() {
  begun_ = true;
  RETURN_IF_ERROR(Fill(kByteOrderMark.size()));
  const std::string_view front(buffer_.data(), end_);
  if (front.substr(0, 2) == "\xff\xfe" || front.substr(0, 2) == "\xfe\xff") {
    return absl::InvalidArgumentError(absl::StrCat(
        name_, ":1:1: found UTF-16, expected UTF-8: convert the file, with iconv -f UTF-16"));
  }
  if (front.substr(0, kByteOrderMark.size()) == kByteOrderMark) start_ = kByteOrderMark.size();
  return absl::OkStatus();
}

inline void CsvRecords::AddField(std::string_view text, size_t at) {
  if (field_count_ == fields_.size()) fields_.resize(2 * fields_.size() + 8);
  fields_[field_count_++] = {text, static_cast<int64_t>(at) + 1};
}

void CsvRecords::SetFault(size_t at, std::string found, std::string expected) {
  fault_ = CsvFault{static_cast<int64_t>(at) + 1, std::move(found), std::move(expected)};
}

// A field that starts with a quote at `at`, after spaces from `begin` on. Leaves `at` at the comma
// or the end.
CsvRecords::Outcome CsvRecords::TakeQuoted(std::string_view record, size_t begin, size_t& at) {
  const size_t quote = at;
  const size_t scratch = scratch_.size();
  const bool keep_spaces = spaces_ == OuterSpaces::kKeep;
  bool copied = keep_spaces && begin < quote;
  if (copied) scratch_.append(record.substr(begin, quote - begin));
  size_t piece = quote + 1;
  size_t close = 0;
  while (true) {
    close = FindIn(record, '"', piece);
    if (close == std::string_view::npos) {
      open_quote_ = quote;
      return Outcome::kOpenQuote;
    }
    if (close + 1 == record.size() || record[close + 1] != '"') break;
    copied = true;
    scratch_.append(record.substr(piece, close + 1 - piece));
    piece = close + 2;
  }
  at = close + 1;
  if (at < record.size() && record[at] != ',') {
    at = SkipSpaces(record, at);
    if (at < record.size() && record[at] != ',') {
      SetFault(at, absl::StrCat("\"", std::string(1, record[at]), "\" after a closing quote"),
               "a comma or the end of the line");
      return Outcome::kFault;
    }
    if (keep_spaces) {
      scratch_.append(record.substr(piece, close - piece));
      scratch_.append(record.substr(close + 1, at - close - 1));
      piece = close;
      copied = true;
    }
  }
  if (copied) {
    scratch_.append(record.substr(piece, close - piece));
    AddField(std::string_view(scratch_).substr(scratch), quote);
  } else {
    AddField(record.substr(piece, close - piece), quote);
  }
  return Outcome::kRecord;
}

CsvRecords::Outcome CsvRecords::TakePlain(std::string_view record, size_t begin, size_t& at) {
  const size_t first = at;
  at = std::min(FindIn(record, ',', at), record.size());
  const std::string_view field = record.substr(first, at - first);
  if (const size_t quote = FindIn(field, '"', 0); quote != std::string_view::npos) {
    SetFault(first + quote, "a quote inside of a field that doesn't start with one",
             "a comma or the end of the line");
    return Outcome::kFault;
  }
  const std::string_view text =
      spaces_ == OuterSpaces::kKeep ? record.substr(begin, at - begin) : WithoutSpacesBehind(field);
  AddField(text, first);
  return Outcome::kRecord;
}

CsvRecords::Outcome CsvRecords::Split(std::string_view record) {
  field_count_ = 0;
  scratch_.clear();
  scratch_.reserve(record.size());
  size_t at = 0;
  while (true) {
    const size_t begin = at;
    at = SkipSpaces(record, at);
    const bool quoted = at < record.size() && record[at] == '"';
    const Outcome outcome = quoted ? TakeQuoted(record, begin, at) : TakePlain(record, begin, at);
    if (outcome != Outcome::kRecord) return outcome;
    if (at == record.size()) return Outcome::kRecord;
    ++at;  // the comma
  }
}

// The line ends inside of quotes: takes in the lines up to the next quote until none is open.
absl::StatusOr<CsvRecords::Outcome> CsvRecords::SplitOverLines() {
  const size_t first_quote = open_quote_;
  const size_t line_length = length_;
  const size_t line_consumed = consumed_;
  Outcome outcome = Outcome::kOpenQuote;
  size_t end = consumed_;
  while (outcome == Outcome::kOpenQuote) {
    ASSIGN_OR_RETURN(const size_t quote, Find('"', end));
    if (quote == kNone) break;
    ASSIGN_OR_RETURN(const size_t newline, Find('\n', quote));
    if (newline == kNone && end_ - start_ >= kMostBytes) break;
    end = newline != kNone ? newline : end_ - start_;
    const char* const record = buffer_.data() + start_;
    lines_ = 1 + std::count(record, record + end, '\n');
    if (lines_ > kMostLines) break;
    length_ = end > 0 && newline != kNone && record[end - 1] == '\r' ? end - 1 : end;
    consumed_ = newline != kNone ? end + 1 : end;
    outcome = Split(raw());
    end = consumed_;
  }
  if (outcome == Outcome::kRecord) return outcome;
  // The first line alone is at fault; the others may be good records.
  length_ = line_length;
  consumed_ = line_consumed;
  lines_ = 1;
  SetFault(first_quote, "a quote that is never closed", "a closing quote");
  return Outcome::kFault;
}

absl::StatusOr<bool> CsvRecords::NextLine() {
  if (!begun_) RETURN_IF_ERROR(CheckFront());
  fault_.reset();
  while (true) {
    start_ += consumed_;
    line_ += lines_;
    consumed_ = length_ = 0;
    // Nearly always the whole line is there already.
    const std::string_view seen(buffer_.data() + start_, std::min(end_ - start_, kMostBytes));
    size_t newline = FindIn(seen, '\n', 0);
    if (newline == kNone) {
      ASSIGN_OR_RETURN(newline, Find('\n', seen.size()));
    }
    if (newline == kNone && end_ - start_ >= kMostBytes) {
      return absl::InvalidArgumentError(
          absl::StrCat(name_, ":", line_, ":1: found a line of more than ", kMostBytes,
                       " bytes, expected a line of CSV: is this the right file?"));
    }
    if (newline == kNone && start_ == end_) {
      lines_ = 0;
      return false;
    }
    length_ = newline != kNone ? newline : end_ - start_;
    consumed_ = newline != kNone ? length_ + 1 : length_;
    lines_ = 1;
    if (length_ > 0 && buffer_[start_ + length_ - 1] == '\r') --length_;
    if (SkipSpaces(raw(), 0) < length_) break;
  }
  field_count_ = 0;
  unended_ = buffer_[start_ + consumed_ - 1] != '\n';
  return true;
}

absl::Status CsvRecords::SplitLine() {
  Outcome outcome = Split(raw());
  if (outcome == Outcome::kOpenQuote) {
    ASSIGN_OR_RETURN(outcome, SplitOverLines());
    unended_ = buffer_[start_ + consumed_ - 1] != '\n';
  }
  if (outcome == Outcome::kFault) field_count_ = 0;
  return absl::OkStatus();
}

absl::StatusOr<bool> CsvRecords::Next() {
  ASSIGN_OR_RETURN(const bool any, NextLine());
  if (any) RETURN_IF_ERROR(SplitLine());
  return any;
}

}  // namespace benchcell
