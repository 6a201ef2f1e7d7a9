#include "runners/report/comparability.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/report/text.h"

namespace benchcell {
namespace {

std::set<std::string> ValuesOf(const std::string& name,
                               const std::vector<const v1::RunRecord*>& records) {
  std::set<std::string> values;
  for (const v1::RunRecord* record : records) {
    const auto found = record->observed().find(name);
    values.insert(found == record->observed().end() ? "" : found->second);
  }
  return values;
}

std::string Joined(const std::vector<std::string>& values) {
  return absl::StrJoin(values, " and ", [](std::string* out, const std::string& value) {
    *out += value.empty() ? "unknown" : MarkdownText(value);
  });
}

}  // namespace

std::vector<Unlike> FindUnlike(const v1::Metric& metric,
                               const std::vector<const v1::RunRecord*>& baseline,
                               const std::vector<const v1::RunRecord*>& changed) {
  std::vector<Unlike> unlike;
  if (baseline.empty() || changed.empty()) return unlike;
  for (const std::string& name : metric.comparable()) {
    const std::set<std::string> before = ValuesOf(name, baseline);
    const std::set<std::string> after = ValuesOf(name, changed);
    if (before.size() == 1 && before == after) continue;
    unlike.push_back({name, {before.begin(), before.end()}, {after.begin(), after.end()}});
  }
  return unlike;
}

std::string UnlikeWords(const std::vector<Unlike>& unlike) {
  return absl::StrJoin(unlike, ", ", [](std::string* out, const Unlike& each) {
    absl::StrAppend(out, MarkdownText(each.name), " ", Joined(each.baseline), " against ",
                    Joined(each.changed));
  });
}

}  // namespace benchcell
