// `plugins new`.

#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "re2/re2.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/cli/plugin_kit.h"
#include "runners/design/nearest.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// How a template calls its plugin, in names of files and in text; and how where only dashes may
// stand.
constexpr char kPlaceholder[] = "my_plugin";
constexpr char kDashedPlaceholder[] = "my-plugin";
// At the end of the names of files that Bazel must not see in the template.
constexpr char kTemplateSuffix[] = ".template";

std::string Named(const std::string& text, const std::string& name) {
  return absl::StrReplaceAll(
      text, {{kPlaceholder, name}, {kDashedPlaceholder, absl::StrReplaceAll(name, {{"_", "-"}})}});
}

absl::Status CopyTemplate(const fs::path& from, const fs::path& to, const std::string& name) {
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(from, error)) {
    if (!entry.is_regular_file()) continue;
    ASSIGN_OR_RETURN(const std::string content, ReadFile(entry.path()));
    std::string relative = Named(entry.path().lexically_relative(from).string(), name);
    if (absl::EndsWith(relative, kTemplateSuffix)) {
      relative.resize(relative.size() - std::string(kTemplateSuffix).size());
    }
    RETURN_IF_ERROR(MakeFolder((to / relative).parent_path()));
    RETURN_IF_ERROR(WriteFile(to / relative, Named(content, name)));
  }
  if (error) return SystemError(error.value(), "can't be read", from);
  return absl::OkStatus();
}

// Adds the program to `//:programs`, in the order of the names.
absl::Status AddToPrograms(const fs::path& build_file, const std::string& name) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(build_file));
  const std::string added = absl::StrCat("        \"//plugins/", name, ":", name, "_plugin\",");
  std::vector<std::string> lines = absl::StrSplit(text, '\n');
  auto place = lines.end();
  for (auto line = lines.begin(); line != lines.end(); ++line) {
    if (!absl::StartsWith(*line, "        \"//plugins/")) continue;
    if (*line == added) return absl::OkStatus();
    if (place == lines.end() || *line < added) place = line + (*line < added ? 1 : 0);
  }
  if (place == lines.end()) {
    return absl::NotFoundError(
        absl::StrCat(build_file.string(), ": found no list of plugins; add there ", added));
  }
  lines.insert(place, added);
  return WriteFileDurably(build_file, absl::StrJoin(lines, "\n"));
}

}  // namespace

absl::StatusOr<int> NewPluginCommand(const CommandContext& context, const std::string& name) {
  if (!RE2::FullMatch(name, "[a-z][a-z0-9_]*")) {
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", name, "\" is no name for a plugin; lower-case letters, digits and underscores are"));
  }
  const std::string language = context.options.language;
  const std::vector<std::string> languages = {"js", "cpp"};
  if (std::find(languages.begin(), languages.end(), language) == languages.end()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--language=", language, ": expected ", OneOf(languages, language)));
  }
  const fs::path root = context.places.root;
  const fs::path folder = root / "plugins" / name;
  std::error_code error;
  if (fs::exists(folder, error)) {
    return absl::InvalidArgumentError(
        absl::StrCat(folder.string(), " is there already; choose another name"));
  }
  RETURN_IF_ERROR(CopyTemplate(root / "plugins" / "sdk" / "templates" / language, folder, name));
  // A module is run as it is.
  if (language == "cpp") RETURN_IF_ERROR(AddToPrograms(root / "BUILD.bazel", name));
  context.out << "plugins/" << name << " is a plugin that works. Next:\n"
              << "  ./benchcell plugins check " << name << "\n"
              << "  ./benchcell run plugins/" << name << "/" << name << "_example.textproto\n";
  return kExitOk;
}

}  // namespace benchcell
