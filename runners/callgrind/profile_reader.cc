#include "runners/callgrind/profile_reader.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/base/text.h"

namespace benchcell {
namespace {

constexpr size_t kLongestText = kLongestLine;
constexpr std::string_view kTrigger = "desc: Trigger: ";

bool Starts(std::string_view line, std::string_view word) {
  return line.substr(0, word.size()) == word;
}

// What stands behind the word; nothing if the line doesn't start with it.
std::optional<std::string_view> After(std::string_view line, std::string_view word) {
  if (!Starts(line, word)) return std::nullopt;
  std::string_view rest = line.substr(word.size());
  while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  return rest;
}

std::optional<uint64_t> NumberIn(std::string_view text) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::vector<std::string_view> Words(std::string_view text) {
  std::vector<std::string_view> words;
  size_t at = 0;
  while ((at = text.find_first_not_of(" \t", at)) != std::string_view::npos) {
    const size_t end = std::min(text.find_first_of(" \t", at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string Quoted(std::string_view text) {
  constexpr size_t kShown = 60;
  std::string shown = WithoutControls(ToValidUtf8(text.substr(0, kShown)));
  if (text.size() > kShown) shown += "...";
  return absl::StrCat("\"", shown, "\"");
}

}  // namespace

ProfileReader::ProfileReader(ByteSource& source, const std::string& name,
                             const ProfileReaderOptions& options)
    : own_buffers_(options.buffers == nullptr ? std::make_unique<LineBuffers>() : nullptr),
      blocks_(source, options.buffers == nullptr ? *own_buffers_ : *options.buffers,
              options.block_size),
      name_(name),
      frames_(options.frames == nullptr ? own_frames_ : *options.frames),
      lines_before_(options.lines_before.value_or(0)),
      body_(frames_),
      recognised_(options.lines_before.has_value()),
      highest_number_(options.highest_number) {}

std::string ProfileReader::Place(int64_t line) const { return absl::StrCat(name_, ":", line); }

absl::StatusOr<bool> ProfileReader::Next() {
  if (done_) return false;
  while (true) {
    if (block_ != nullptr && at_ == block_->lines) {
      lines_before_ += static_cast<int64_t>(block_->lines);
      unended_ = std::string(block_->unended);
      block_ = nullptr;
    }
    if (block_ == nullptr) {
      if (!unended_.empty()) return EndOfFile();
      absl::StatusOr<const LineBlock*> block = blocks_.Next();
      if (!block.ok()) return Annotate(block.status(), name_);
      if (*block == nullptr) return EndOfFile();
      block_ = *block;
      at_ = 0;
      continue;
    }
    if (phase_ == Phase::kBody) {
      at_ = body_.Read(*block_, at_);
      if (at_ == block_->lines) continue;
    }
    if (Take(block_->Line(at_))) {
      FinishPart();
      return true;
    }
    if (!recognised_) {
      return absl::InvalidArgumentError(
          absl::StrCat(Place(1), ": found ", Quoted(block_->Line(0)),
                       ", expected the first line of a Callgrind profile"));
    }
    ++at_;
  }
}

bool ProfileReader::Take(std::string_view line) {
  switch (phase_) {
    case Phase::kFileHead:
      TakeFileHead(line);
      return false;
    case Phase::kHead:
      TakeHead(line);
      return false;
    case Phase::kTrigger:
      TakeTrigger(line);
      return false;
    case Phase::kBody:
      TakeBody(line);
      return false;
    case Phase::kEnded:
      break;
  }
  return TakeEnded(line);
}

void ProfileReader::TakeFileHead(std::string_view line) {
  if (!recognised_) {
    recognised_ = line == "# callgrind format" || Starts(line, "version:") ||
                  Starts(line, "creator: callgrind");
    if (!recognised_) return;
  }
  if (const auto creator = After(line, "creator:")) {
    header_.creator = std::string(*creator);
  } else if (const auto pid = After(line, "pid:")) {
    header_.pid = NumberIn(*pid).value_or(0);
  } else if (const auto command = After(line, "cmd:")) {
    header_.command = std::string(*command);
  } else if (const auto number = After(line, "part:")) {
    BeginPart(NumberIn(*number).value_or(1));
    next_.forged = !NumberIn(*number).has_value();
  } else if (Starts(line, kTrigger) || Starts(line, "positions:") || Starts(line, "events:")) {
    BeginPart(1);
    TakeHead(line);
  }
}

void ProfileReader::BeginPart(uint64_t number) {
  next_ = ProfilePart();
  next_.number = number;
  next_.line = lines_before_ + static_cast<int64_t>(at_) + 1;
  next_.retracts = number <= highest_number_;
  highest_number_ = number;
  body_.SetPositions(1);
  phase_ = Phase::kHead;
}

void ProfileReader::TakeHead(std::string_view line) {
  if (Starts(line, kTrigger)) {
    next_.trigger = std::string(line.substr(kTrigger.size()));
    phase_ = Phase::kTrigger;
  } else if (const auto positions = After(line, "positions:")) {
    TakePositions(*positions);
  } else if (const auto events = After(line, "events:")) {
    TakeEvents(*events);
    phase_ = Phase::kBody;
  }
}

void ProfileReader::TakeTrigger(std::string_view line) {
  if (const auto positions = After(line, "positions:")) {
    // The last line break is that of the empty line above.
    if (!next_.trigger.empty() && next_.trigger.back() == '\n') next_.trigger.pop_back();
    TakePositions(*positions);
    phase_ = Phase::kHead;
  } else if (next_.trigger.size() + line.size() < kLongestText) {
    next_.trigger.append("\n").append(line);
  }
}

void ProfileReader::TakeBody(std::string_view line) {
  if (body_.fault() != nullptr) {
    Fault(line, body_.fault());
  } else if (const auto totals = After(line, "totals:")) {
    TakeTotals(*totals);
    phase_ = Phase::kEnded;
  } else if (const auto positions = After(line, "positions:")) {
    next_.forged = true;
    body_.EndPart();
    TakePositions(*positions);
    phase_ = Phase::kHead;
  } else if (!Starts(line, "summary:")) {
    Fault(line, "a line of costs, a name or totals:");
  }
}

bool ProfileReader::TakeEnded(std::string_view line) {
  if (const auto number = After(line, "part:")) {
    if (NumberIn(*number).has_value()) return true;
  }
  if (line.empty() || Starts(line, "#")) return false;
  next_.forged = true;
  if (const auto positions = After(line, "positions:")) {
    body_.EndPart();
    TakePositions(*positions);
    phase_ = Phase::kHead;
  }
  return false;
}

void ProfileReader::TakePositions(std::string_view rest) {
  body_.SetPositions(std::max<size_t>(1, Words(rest).size()));
}

void ProfileReader::TakeEvents(std::string_view rest) {
  // The same in nearly every part.
  if (rest != events_text_ || events_.empty()) {
    events_.clear();
    for (const std::string_view event : Words(rest)) events_.emplace_back(event);
    events_text_ = std::string(rest);
  }
  next_.events = events_;
}

void ProfileReader::TakeTotals(std::string_view rest) {
  const std::vector<std::string_view> words = Words(rest);
  next_.totals.clear();
  for (const std::string_view word : words) {
    const std::optional<uint64_t> number = NumberIn(word);
    if (!number.has_value()) Fault(word, "a number");
    next_.totals.push_back(number.value_or(0));
  }
  if (words.empty() || words.size() > next_.events.size()) {
    Fault(rest, absl::StrCat("at most ", next_.events.size(), " totals, and one at least"));
  }
  // Callgrind leaves zeros at the end out.
  next_.totals.resize(next_.events.size());
}

void ProfileReader::Fault(std::string_view line, std::string_view expected) {
  if (!next_.fault.empty()) return;
  next_.fault = absl::StrCat(Place(lines_before_ + static_cast<int64_t>(at_) + 1), ": found ",
                             Quoted(line), ", expected ", std::string(expected));
}

void ProfileReader::FinishPart() {
  next_.costs = body_.Costs();
  next_.cost_total = body_.total();
  next_.calls = body_.calls();
  body_.EndPart();
  part_ = std::move(next_);
  next_ = ProfilePart();
  phase_ = Phase::kFileHead;
}

absl::StatusOr<bool> ProfileReader::EndOfFile() {
  if (phase_ == Phase::kEnded) {
    FinishPart();
    done_ = unended_.empty();
    return true;
  }
  done_ = true;
  if (lines_before_ == 0 && unended_.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(name_, ": found an empty file, expected a Callgrind profile"));
  }
  if (!recognised_) {
    return absl::InvalidArgumentError(
        absl::StrCat(Place(1), ": found ", Quoted(unended_),
                     ", expected the first line of a Callgrind profile"));
  }
  std::string where = "before its first part";
  if (phase_ != Phase::kFileHead) {
    where = absl::StrCat("in part ", next_.number, " (", Quoted(next_.trigger), ")");
  } else if (highest_number_ > 0) {
    where = absl::StrCat("in a line behind part ", part_.number);
  }
  return absl::DataLossError(absl::StrCat(Place(lines_before_ + 1), ": found the end of the file ",
                                          where, ", expected whole parts that end with totals"));
}

}  // namespace benchcell
