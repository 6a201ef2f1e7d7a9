#include "runners/compare/name_index.h"

#include <gtest/gtest.h>

#include <string>

namespace benchcell {
namespace {

class Names {
 public:
  void Add(const std::string& name) {
    names_.push_back(name);
    index_.Add(name, static_cast<uint32_t>(names_.size() - 1));
  }
  std::optional<uint32_t> Find(const std::string& name) const {
    return index_.Find(name, [this](uint32_t number) { return names_[number]; });
  }

 private:
  std::vector<std::string> names_;
  NameIndex index_;
};

TEST(NameIndexTest, FindsWhatWasAdded) {
  Names names;
  EXPECT_EQ(names.Find("a"), std::nullopt);
  names.Add("a");
  names.Add("");
  EXPECT_EQ(names.Find("a"), 0u);
  EXPECT_EQ(names.Find(""), 1u);
  EXPECT_EQ(names.Find("b"), std::nullopt);
}

// So many that some share a slot, and the table grows again and again.
TEST(NameIndexTest, FindsEachOfMany) {
  Names names;
  for (int i = 0; i < 10000; ++i) {
    ASSERT_EQ(names.Find("name " + std::to_string(i)), std::nullopt);
    names.Add("name " + std::to_string(i));
  }
  for (uint32_t i = 0; i < 10000; ++i) ASSERT_EQ(names.Find("name " + std::to_string(i)), i);
}

}  // namespace
}  // namespace benchcell
