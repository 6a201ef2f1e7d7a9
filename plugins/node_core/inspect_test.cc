#include "plugins/node_core/inspect.h"

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "runners/base/files.h"

namespace benchcell::node_core {
namespace {

// What node 20, 24.21 and 24.22 print for each of these texts; they agree.
TEST(InspectTest, IsWhatNodePrints) {
  const auto file = ReadFile("plugins/node_core/testdata/inspect.json");
  ASSERT_TRUE(file.ok()) << file.status();
  const auto cases = nlohmann::json::parse(*file);
  EXPECT_GT(cases.size(), 20u);
  for (const auto& one : cases) {
    EXPECT_EQ(InspectText(one["text"]), one["inspected"].get<std::string>()) << one["text"];
  }
}

std::string Many(size_t count) { return std::string(count, 'q'); }

TEST(InspectTest, CutsLongText) {
  EXPECT_EQ(InspectText(Many(10000)), absl::StrCat("'", Many(10000), "'"));
  EXPECT_EQ(InspectText(Many(10001)), absl::StrCat("'", Many(10000), "'... 1 more character"));
  EXPECT_EQ(InspectText(Many(10007)), absl::StrCat("'", Many(10000), "'... 7 more characters"));
}

TEST(InspectTest, CountsUtf16UnitsEvenWhereThatCutsACharacter) {
  EXPECT_EQ(InspectText(absl::StrCat(Many(9999), "\xF0\x9F\x98\x80")),
            absl::StrCat("'", Many(9999), "\\uD83D'... 1 more character"));
}

}  // namespace
}  // namespace benchcell::node_core
