#include "runners/plugin_check/description_check.h"

#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace benchcell {
namespace {

using ::testing::HasSubstr;

v1::PluginDescription Good() {
  v1::PluginDescription description;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"pb(
        name: 'tool'
        version: '1'
        title: 'a tool'
        axis {
          name: 'size'
          title: 'how much'
          pattern: '[0-9]+'
          pattern_title: 'a number'
          default_level: '1'
        }
        input { name: 'node' title: 'a node' }
        parameter { name: 'mode' title: 'which' pattern: 'a|b' pattern_title: 'a or b' }
        metric {
          name: 'wall_time'
          unit: 's'
          direction: LOWER_IS_BETTER
          scope: RUN
          description: 'by benchcell'
        }
      )pb",
      &description));
  return description;
}

// The details of all that is broken.
std::string Broken(const v1::PluginDescription& description) {
  Findings findings;
  CheckDescription(description, findings);
  std::string broken;
  for (const Finding& finding : findings.all()) {
    if (finding.verdict == Verdict::kBroken) broken += finding.detail + "\n";
  }
  return broken;
}

TEST(DescriptionCheckTest, AGoodOneHolds) { EXPECT_EQ(Broken(Good()), ""); }

TEST(DescriptionCheckTest, ShowsHowAnUnknownAxisIsRefused) {
  Findings findings;
  CheckDescription(Good(), findings);
  EXPECT_THAT(findings.all().back().detail, HasSubstr("no_such_axis"));
}

TEST(DescriptionCheckTest, NamesWhatIsMissing) {
  const std::vector<std::pair<std::string, void (*)(v1::PluginDescription&)>> cases = {
      {"`name` is \"My Tool\"", [](auto& d) { d.set_name("My Tool"); }},
      {"`version` is empty", [](auto& d) { d.clear_version(); }},
      {"`title` is empty", [](auto& d) { d.clear_title(); }},
      {"no `metric`", [](auto& d) { d.clear_metric(); }},
      {"\"Wall-Time\" is not named in lower case",
       [](auto& d) { d.mutable_metric(0)->set_name("Wall-Time"); }},
      {"no `unit`", [](auto& d) { d.mutable_metric(0)->clear_unit(); }},
      {"no `direction`", [](auto& d) { d.mutable_metric(0)->clear_direction(); }},
      {"no `scope`", [](auto& d) { d.mutable_metric(0)->clear_scope(); }},
      {"no `description`", [](auto& d) { d.mutable_metric(0)->clear_description(); }},
      {"two of kind metric", [](auto& d) { *d.add_metric() = d.metric(0); }},
      {"two of kind axis", [](auto& d) { *d.add_axis() = d.axis(0); }},
      {"an axis has no `name`", [](auto& d) { d.mutable_axis(0)->clear_name(); }},
      {"axis \"size\" has no `title`", [](auto& d) { d.mutable_axis(0)->clear_title(); }},
      {"allows no level", [](auto& d) { d.mutable_axis(0)->clear_pattern(); }},
      {"axis \"size\" has no `pattern_title`",
       [](auto& d) { d.mutable_axis(0)->clear_pattern_title(); }},
      {"`default_level` that it doesn't allow",
       [](auto& d) { d.mutable_axis(0)->set_default_level("x"); }},
      {"[0-9", [](auto& d) { d.mutable_axis(0)->set_pattern("[0-9"); }},
      {"input \"node\" has no `title`", [](auto& d) { d.mutable_input(0)->clear_title(); }},
      {"two of kind input", [](auto& d) { *d.add_input() = d.input(0); }},
      {"two of kind parameter", [](auto& d) { *d.add_parameter() = d.parameter(0); }},
      {"parameter \"mode\" has no `title`", [](auto& d) { d.mutable_parameter(0)->clear_title(); }},
      {"parameter \"mode\" has no `pattern_title`",
       [](auto& d) { d.mutable_parameter(0)->clear_pattern_title(); }},
  };
  for (const auto& [expected, change] : cases) {
    v1::PluginDescription description = Good();
    change(description);
    EXPECT_THAT(Broken(description), HasSubstr(expected));
  }
}

}  // namespace
}  // namespace benchcell
