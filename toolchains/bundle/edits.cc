#include "toolchains/bundle/edits.h"

#include <fnmatch.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/tar_reader.h"
#include "runners/blobs/tar_writer.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr size_t kShownTextBytes = 60;

// What one edit has found so far.
struct Tally {
  int matched_files = 0;
  int found = 0;
  // `FILE: COUNT` for each file with the text.
  std::vector<std::string> places;
};

std::string Shorten(const std::string& text) {
  return text.size() <= kShownTextBytes ? text : text.substr(0, kShownTextBytes) + "...";
}

absl::Status BadEdit(const std::string& source, size_t index, const std::string& why) {
  return absl::InvalidArgumentError(absl::StrCat(
      source, ": edit ", index, " ", why,
      "; expected {\"file\": GLOB, \"find\": TEXT, \"replace\": TEXT, \"count\": NUMBER}"));
}

absl::StatusOr<Edit> ParseEdit(const json& object, const std::string& source, size_t index) {
  if (!object.is_object()) return BadEdit(source, index, "is no object");
  Edit edit;
  edit.source = source;
  for (const auto& [name, value] : object.items()) {
    std::string* text = name == "file"      ? &edit.file
                        : name == "find"    ? &edit.find
                        : name == "replace" ? &edit.replace
                                            : nullptr;
    if (text != nullptr && value.is_string()) {
      *text = value.get<std::string>();
    } else if (name == "count" && value.is_number_integer() && value.get<int64_t>() >= 1) {
      edit.count = value.get<int>();
    } else {
      return BadEdit(source, index, absl::StrCat("has \"", name, "\": ", value.dump()));
    }
  }
  if (object.size() != 4) return BadEdit(source, index, "lacks a member");
  if (edit.file.empty() || edit.find.empty()) return BadEdit(source, index, "has an empty text");
  return edit;
}

// Replaces every occurrence, from left to right without overlaps, and says how many there were.
int ReplaceAll(const Edit& edit, std::string& content) {
  int count = 0;
  std::string result;
  size_t start = 0;
  for (size_t at = content.find(edit.find); at != std::string::npos;
       at = content.find(edit.find, start)) {
    result.append(content, start, at - start).append(edit.replace);
    start = at + edit.find.size();
    ++count;
  }
  if (count > 0) content = result.append(content, start);
  return count;
}

absl::Status CheckCount(const Edit& edit, const Tally& tally, const std::string& pin) {
  if (tally.found == edit.count) return absl::OkStatus();
  const std::string where = tally.matched_files == 0 ? "no file has such a path"
                            : tally.places.empty()
                                ? absl::StrCat("none of ", tally.matched_files, " files has it")
                                : absl::StrJoin(tally.places, ", ");
  return absl::FailedPreconditionError(absl::StrCat(
      "pin ", pin, ": ", edit.source, ": the text \"", Shorten(edit.find), "\" must occur ",
      edit.count, edit.count == 1 ? " time in " : " times in ", edit.file, ", found ", tally.found,
      " (", where, "). Is the base another version than the edit was made for?"));
}

class Editor {
 public:
  Editor(const std::vector<Edit>& edits, TarReader& from, TarWriter& to)
      : edits_(edits), tallies_(edits.size()), from_(from), to_(to) {}

  absl::Status CopyEntry() {
    const TarEntry& entry = from_.entry();
    if (entry.kind == TarEntry::Kind::kFolder) return to_.AddFolder(entry.path);
    if (entry.kind == TarEntry::Kind::kLink) return to_.AddLink(entry.path, entry.target);
    for (const Edit& edit : edits_) {
      if (Matches(edit)) return EditFile();
    }
    RETURN_IF_ERROR(to_.AddFile(entry.path, entry.executable, entry.size));
    return from_.ReadContent([this](std::string_view piece) { return to_.Append(piece); });
  }

  const std::vector<Tally>& tallies() const { return tallies_; }

 private:
  bool Matches(const Edit& edit) const {
    return fnmatch(edit.file.c_str(), from_.entry().path.c_str(), FNM_PATHNAME) == 0;
  }

  absl::Status EditFile() {
    const TarEntry& entry = from_.entry();
    ASSIGN_OR_RETURN(std::string content, from_.ReadContent());
    for (size_t i = 0; i < edits_.size(); ++i) {
      if (!Matches(edits_[i])) continue;
      ++tallies_[i].matched_files;
      const int count = ReplaceAll(edits_[i], content);
      if (count == 0) continue;
      tallies_[i].found += count;
      tallies_[i].places.push_back(absl::StrCat(entry.path, ": ", count));
    }
    RETURN_IF_ERROR(to_.AddFile(entry.path, entry.executable, content.size()));
    return to_.Append(content);
  }

  const std::vector<Edit>& edits_;
  std::vector<Tally> tallies_;
  TarReader& from_;
  TarWriter& to_;
};

}  // namespace

absl::StatusOr<std::vector<Edit>> ParseEdits(std::string_view text, const std::string& source) {
  const json list = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!list.is_array()) {
    return absl::InvalidArgumentError(absl::StrCat(source, ": is no JSON list of edits"));
  }
  std::vector<Edit> edits;
  for (size_t i = 0; i < list.size(); ++i) {
    ASSIGN_OR_RETURN(Edit edit, ParseEdit(list[i], source, i + 1));
    edits.push_back(std::move(edit));
  }
  return edits;
}

absl::StatusOr<BlobRef> EditArchive(const fs::path& base, const std::vector<Edit>& edits,
                                    const std::string& pin, const fs::path& edited) {
  ASSIGN_OR_RETURN(const std::unique_ptr<TarReader> from, TarReader::Open(base));
  ASSIGN_OR_RETURN(const std::unique_ptr<TarWriter> to, TarWriter::Open(edited));
  Editor editor(edits, *from, *to);
  while (true) {
    ASSIGN_OR_RETURN(const bool more, from->Next());
    if (!more) break;
    RETURN_IF_ERROR(editor.CopyEntry());
  }
  for (size_t i = 0; i < edits.size(); ++i) {
    RETURN_IF_ERROR(CheckCount(edits[i], editor.tallies()[i], pin));
  }
  return to->Finish();
}

}  // namespace benchcell
