#include "plugins/vitest/plan_text.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace benchcell::vitest {
namespace {

std::string ContentText(const std::string& content) {
  if (content.empty()) return "";
  std::string text;
  for (const auto& line : absl::StrSplit(absl::StripSuffix(content, "\n"), '\n')) {
    absl::StrAppend(&text, "\n    |", line.empty() ? "" : " ", line);
  }
  return text;
}

std::string CommandText(const v1::Command& command) {
  std::string text =
      absl::StrCat(absl::AsciiStrToLower(v1::Command::Role_Name(command.role())), " ",
                   absl::StrJoin(command.argument(), " "), "\n    in ", command.working_directory(),
                   ", for ", command.timeout().seconds(), " s at most");
  for (const v1::EnvironmentVariable& variable : command.environment()) {
    absl::StrAppend(&text, "\n    ", variable.name(), "=", variable.value());
  }
  return text;
}

std::string ActionText(const v1::Step& step) {
  switch (step.action_case()) {
    case v1::Step::kMount:
      return absl::StrCat(absl::AsciiStrToLower(v1::Mount::Mode_Name(step.mount().mode())), " ",
                          step.mount().sha256(), ":", step.mount().from(), " at ",
                          step.mount().path());
    case v1::Step::kWriteFile:
      return absl::StrCat("write ", step.write_file().path(),
                          ContentText(step.write_file().content()));
    case v1::Step::kWipe:
      return absl::StrCat("wipe ", absl::StrJoin(step.wipe().path(), " "));
    case v1::Step::kCommand:
      return CommandText(step.command());
    case v1::Step::kCollectFile:
      return absl::StrCat("collect ", step.collect_file().path(), " as ",
                          step.collect_file().name());
    case v1::Step::kListFiles:
      return absl::StrCat("list ", absl::StrJoin(step.list_files().path(), " "), " as ",
                          step.list_files().name());
    case v1::Step::kCollectFiles:
      return absl::StrCat("collect ", step.collect_files().path(), " as ",
                          step.collect_files().prefix(), "*");
    case v1::Step::ACTION_NOT_SET:
      break;
  }
  return "nothing";
}

}  // namespace

std::string PlanText(const v1::BuildPlan& plan) {
  std::string text = absl::StrCat("build ", plan.build(), "\n");
  for (const v1::Step& step : plan.step()) {
    absl::StrAppend(&text, absl::AsciiStrToLower(v1::Step::When_Name(step.when())), ": ",
                    ActionText(step), "\n");
  }
  return text;
}

}  // namespace benchcell::vitest
