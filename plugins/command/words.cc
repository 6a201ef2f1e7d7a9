#include "plugins/command/words.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runners/design/nearest.h"

namespace benchcell::command {
namespace {

constexpr std::string_view kOperators = "|><&;()";
constexpr std::string_view kExpanded = "$`*?[";

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

// Which character of the text a byte belongs to, counted from 1.
size_t Column(std::string_view text, size_t byte) {
  const auto starts = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  return std::count_if(text.begin(), text.begin() + byte + 1, starts);
}

absl::Status At(std::string_view text, size_t byte, const std::string& what) {
  return absl::InvalidArgumentError(
      absl::StrCat("character ", Column(text, byte), " of ", Quoted(text), ": ", what));
}

absl::Status OnlyForAShell(std::string_view text, size_t byte) {
  return At(text, byte,
            absl::StrCat("an unquoted ", Quoted(text.substr(byte, 1)),
                         ", of which only a shell makes something; quote it if it is meant as it "
                         "stands, or have a shell run the command: --shell, or the axis shell at "
                         "/bin/sh"));
}

// Reads a text word by word. `shell`: to look at what a shell will run, so nothing is refused.
class Splitter {
 public:
  Splitter(std::string_view text, bool shell) : text_(text), shell_(shell) {}

  absl::Status Split() {
    for (; at_ < text_.size(); ++at_) {
      absl::Status status = Take(text_[at_]);
      if (!status.ok()) return status;
    }
    EndWord();
    return absl::OkStatus();
  }

  std::vector<ShellWord> Take() { return std::move(words_); }

 private:
  absl::Status Take(char c) {
    if (IsBlank(c)) {
      EndWord();
      return absl::OkStatus();
    }
    if (c == '\'') return TakeSingleQuoted();
    if (c == '"') return TakeDoubleQuoted();
    if (c == '\\') return TakeEscaped();
    const bool special = kOperators.find(c) != std::string_view::npos || c == '\n';
    const bool expanded = kExpanded.find(c) != std::string_view::npos ||
                          (!word_.has_value() && (c == '~' || c == '#'));
    if (!shell_ && (special || expanded)) return OnlyForAShell(text_, at_);
    if (special) {
      EndWord();
      // What follows < or > is a file.
      starts_command_ = c != '<' && c != '>' && c != ')';
      return absl::OkStatus();
    }
    Add(c);
    return absl::OkStatus();
  }

  absl::Status TakeSingleQuoted() {
    const size_t end = text_.find('\'', at_ + 1);
    if (end == std::string_view::npos) return NotClosed(at_);
    Add(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end;
    return absl::OkStatus();
  }

  absl::Status TakeDoubleQuoted() {
    const size_t start = at_;
    Add("");
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      const char c = text_[at_];
      const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
      if (c == '\\' && next == '\n') {
        ++at_;
      } else if (c == '\\' && std::string_view("$`\"\\").find(next) != std::string_view::npos) {
        Add(text_[++at_]);
      } else if (!shell_ && (c == '$' || c == '`')) {
        return OnlyForAShell(text_, at_);
      } else {
        Add(c);
      }
    }
    return at_ < text_.size() ? absl::OkStatus() : NotClosed(start);
  }

  absl::Status TakeEscaped() {
    if (at_ + 1 == text_.size()) {
      if (shell_) return absl::OkStatus();
      return At(text_, at_, "a backslash at the end, with nothing that it could be for");
    }
    ++at_;
    if (text_[at_] != '\n') Add(text_[at_]);
    return absl::OkStatus();
  }

  absl::Status NotClosed(size_t start) {
    if (!shell_) return At(text_, start, "this quote is not closed");
    at_ = text_.size();
    return absl::OkStatus();
  }

  void Add(char c) { Add(std::string_view(&c, 1)); }
  void Add(std::string_view piece) {
    if (!word_.has_value()) word_.emplace();
    word_->append(piece);
  }

  void EndWord() {
    if (!word_.has_value()) return;
    words_.push_back({*std::exchange(word_, std::nullopt), std::exchange(starts_command_, false)});
  }

  const std::string_view text_;
  const bool shell_;
  size_t at_ = 0;
  bool starts_command_ = true;
  // Absent between words; a word may be empty.
  std::optional<std::string> word_;
  std::vector<ShellWord> words_;
};

}  // namespace

absl::StatusOr<std::vector<std::string>> SplitWords(std::string_view text) {
  Splitter splitter(text, /*shell=*/false);
  absl::Status status = splitter.Split();
  if (!status.ok()) return status;
  std::vector<std::string> words;
  for (ShellWord& word : splitter.Take()) words.push_back(std::move(word.text));
  return words;
}

std::vector<ShellWord> WordsForShell(std::string_view text) {
  Splitter splitter(text, /*shell=*/true);
  splitter.Split().IgnoreError();
  return splitter.Take();
}

}  // namespace benchcell::command
