#include "runners/tune/tuning_journal.h"

#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

constexpr char kBoot[] = "boot";
// Stands last, since a file that was cut between lines, or in a value, looks whole otherwise.
constexpr char kEnd[] = "end";

// Words are escaped, so that neither tab nor line end is in one.
std::string Line(const std::vector<std::string>& words) {
  return absl::StrJoin(words, "\t", [](std::string* out, const std::string& word) {
    absl::StrAppend(out, absl::CEscape(word));
  });
}

absl::StatusOr<std::vector<std::string>> Words(const std::string& line) {
  std::vector<std::string> words;
  for (const auto& escaped : absl::StrSplit(line, '\t')) {
    std::string word;
    if (!absl::CUnescape(escaped, &word)) return absl::DataLossError("a word can't be read");
    words.push_back(std::move(word));
  }
  return words;
}

absl::Status Damaged(const std::string& path, size_t line, const std::string& found,
                     const std::string& expected) {
  return absl::DataLossError(absl::StrCat(
      path, ":", line, ": found ", found, ", expected ", expected,
      "; set what the file names back by hand, or restart the machine, and remove the file"));
}

}  // namespace

FileJournal::FileJournal(std::filesystem::path path, std::string boot)
    : path_(std::move(path)), boot_(std::move(boot)) {}

absl::StatusOr<std::vector<Change>> FileJournal::Load() {
  const absl::StatusOr<std::string> text = ReadFile(path_);
  if (absl::IsNotFound(text.status())) return std::vector<Change>();
  RETURN_IF_ERROR(text.status());
  const std::vector<std::string> lines = absl::StrSplit(*text, '\n');
  std::vector<Change> changes;
  // Behind the last line end is nothing.
  for (size_t i = 0; i + 1 < lines.size(); ++i) {
    const bool is_head = i == 0;
    if (!is_head && lines[i] == kEnd && i + 2 == lines.size()) return changes;
    const absl::StatusOr<std::vector<std::string>> words = Words(lines[i]);
    if (!words.ok() || words->size() != (is_head ? 2 : 3) || (is_head && words->at(0) != kBoot)) {
      return Damaged(path_.string(), i + 1, absl::StrCat("`", absl::CEscape(lines[i]), "`"),
                     is_head ? "`boot` and an id" : "a setting with its old and its new value");
    }
    if (is_head && words->at(1) != boot_) return std::vector<Change>();
    if (!is_head) changes.push_back({words->at(0), words->at(1), words->at(2)});
  }
  return Damaged(path_.string(), lines.size(), "the end of the file", "`end` before it");
}

absl::Status FileJournal::Save(const std::vector<Change>& changes) {
  // That it is gone needs no promise: changes are undone by then, and undoing them again does
  // nothing.
  if (changes.empty()) return RemoveAll(path_);
  std::string text = Line({kBoot, boot_}) + "\n";
  for (const Change& change : changes) {
    absl::StrAppend(&text, Line({change.setting, change.before, change.tuned}), "\n");
  }
  absl::StrAppend(&text, kEnd, "\n");
  RETURN_IF_ERROR(MakeFolder(path_.parent_path()));
  return WriteFileDurably(path_, text);
}

}  // namespace benchcell
