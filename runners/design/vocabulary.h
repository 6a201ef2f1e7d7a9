// The names and values that a plugin knows.

#ifndef BENCHCELL_RUNNERS_DESIGN_VOCABULARY_H_
#define BENCHCELL_RUNNERS_DESIGN_VOCABULARY_H_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/plugin.pb.h"
#include "re2/re2.h"

namespace benchcell {

// Answers what is wrong with a name or value in the words of an error: what was found, what was
// expected, the nearest valid name. Absent if nothing is wrong.
class Vocabulary {
 public:
  using Problem = std::optional<std::string>;

  // FAILED_PRECONDITION if a pattern of the plugin isn't one of RE2's. `plugin` must outlive it.
  static absl::StatusOr<Vocabulary> Create(const v1::PluginDescription& plugin);

  // A plugin with free axes takes any that can be written in a filter and in a table.
  Problem Axis(const std::string& axis) const;
  // For a known axis.
  Problem Level(const std::string& axis, const std::string& level) const;
  Problem Input(const std::string& input) const;
  Problem Parameter(const std::string& parameter) const;
  // Whether it may stand several times.
  bool IsRepeated(const std::string& parameter) const;
  // For a known parameter.
  Problem Value(const std::string& parameter, const std::string& value) const;

  const v1::PluginDescription& plugin() const { return *plugin_; }

 private:
  explicit Vocabulary(const v1::PluginDescription& plugin) : plugin_(&plugin) {}

  const v1::PluginDescription* plugin_;
  std::map<std::string, std::unique_ptr<RE2>> level_patterns_;
  std::map<std::string, std::unique_ptr<RE2>> value_patterns_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_DESIGN_VOCABULARY_H_
