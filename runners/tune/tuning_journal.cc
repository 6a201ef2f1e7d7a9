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

}  // namespace

FileJournal::FileJournal(std::filesystem::path path, std::string boot)
    : path_(std::move(path)), boot_(std::move(boot)) {}

absl::StatusOr<std::vector<Change>> FileJournal::Load() {
  const absl::StatusOr<std::string> text = ReadFile(path_);
  if (absl::IsNotFound(text.status())) return std::vector<Change>();
  RETURN_IF_ERROR(text.status());
  const std::vector<std::string> lines = absl::StrSplit(*text, '\n', absl::SkipEmpty());
  std::vector<Change> changes;
  for (size_t i = 0; i < lines.size(); ++i) {
    const absl::StatusOr<std::vector<std::string>> words = Words(lines[i]);
    const bool is_head = i == 0;
    if (!words.ok() || words->size() != (is_head ? 2 : 3) || (is_head && words->at(0) != kBoot)) {
      return absl::DataLossError(absl::StrCat(
          path_.string(), ":", i + 1, ": found `", absl::CEscape(lines[i]), "`, expected ",
          is_head ? "`boot` and an id" : "a setting with its old and its new value",
          "; set what the file names back by hand, or restart the machine, and remove the file"));
    }
    if (is_head && words->at(1) != boot_) return std::vector<Change>();
    if (!is_head) changes.push_back({words->at(0), words->at(1), words->at(2)});
  }
  return changes;
}

absl::Status FileJournal::Save(const std::vector<Change>& changes) {
  // That it is gone needs no promise: changes are undone by then, and undoing them again does
  // nothing.
  if (changes.empty()) return RemoveAll(path_);
  std::string text = Line({kBoot, boot_}) + "\n";
  for (const Change& change : changes) {
    absl::StrAppend(&text, Line({change.setting, change.before, change.tuned}), "\n");
  }
  RETURN_IF_ERROR(MakeFolder(path_.parent_path()));
  return WriteFileDurably(path_, text);
}

}  // namespace benchcell
