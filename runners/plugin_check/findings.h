// What a check of a plugin found, rule by rule, in the words of its author.

#ifndef BENCHCELL_RUNNERS_PLUGIN_CHECK_FINDINGS_H_
#define BENCHCELL_RUNNERS_PLUGIN_CHECK_FINDINGS_H_

#include <string>
#include <vector>

namespace benchcell {

enum class Verdict { kHolds, kBroken, kNotChecked };

struct Finding {
  Verdict verdict = Verdict::kHolds;
  // What a plugin does when it is right: `answers the same in another process`.
  std::string rule;
  // Where it holds, what was seen, if that is worth a line; else what was found and what to do, or
  // what is missing for the check. May have several lines.
  std::string detail;
};

class Findings {
 public:
  void Holds(std::string rule, std::string detail = "");
  void Broken(std::string rule, std::string detail);
  void NotChecked(std::string rule, std::string why);
  // Broken if there is an objection.
  void Judge(std::string rule, std::string objection);

  const std::vector<Finding>& all() const { return all_; }
  size_t Count(Verdict verdict) const;

 private:
  std::vector<Finding> all_;
};

// A line for each finding, further lines indented, and a last line with the numbers of each kind.
std::string FindingsText(const Findings& findings);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PLUGIN_CHECK_FINDINGS_H_
