#include "runners/machine/differences.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/machine/fact_list.h"

namespace benchcell {

std::vector<Difference> Differences(const v1::MachineFacts& one, const v1::MachineFacts& other) {
  const std::vector<Fact> ones = FactsOf(one);
  const std::vector<Fact> others = FactsOf(other);
  std::vector<Difference> differences;
  for (size_t i = 0; i < ones.size(); ++i) {
    if (ones[i].value == others[i].value) continue;
    Difference difference{ones[i].name, ones[i].title, ones[i].shown, others[i].shown};
    if (difference.one == difference.other) {
      // Told apart by more digits than people need otherwise.
      difference.one = ones[i].value;
      difference.other = others[i].value;
    }
    differences.push_back(std::move(difference));
  }
  return differences;
}

std::string DescribeChange(const v1::MachineFacts& before, const v1::MachineFacts& after) {
  return absl::StrJoin(
      Differences(before, after), ", ", [](std::string* out, const Difference& difference) {
        absl::StrAppend(out, difference.title, " ", difference.one, " -> ", difference.other);
      });
}

}  // namespace benchcell
