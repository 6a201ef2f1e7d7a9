// The lines of a part between its header and its totals: who costs what, and who calls whom.
//
// Of a line of costs only the first event is read. Positions and source files don't matter: a
// function is known by its object file and its name.

#ifndef BENCHCELL_RUNNERS_CALLGRIND_BODY_READER_H_
#define BENCHCELL_RUNNERS_CALLGRIND_BODY_READER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runners/callgrind/call_table.h"
#include "runners/callgrind/frame_table.h"
#include "runners/callgrind/line_blocks.h"

namespace benchcell {

struct FrameCost {
  uint32_t frame = 0;
  uint64_t cost = 0;
};

// Not thread-safe.
class BodyReader {
 public:
  // Functions are numbered in `frames`, which outlives this.
  explicit BodyReader(FrameTable& frames) : frames_(frames) {}

  // For parts whose lines start with so many positions.
  void SetPositions(size_t positions) { positions_ = positions; }

  // Reads lines from `first` on, up to one that is none of a body; returns that one's number, or
  // block.lines. A line that can't be read is such a one, too, with `fault` set.
  size_t Read(const LineBlock& block, size_t first);

  // What was expected of the line that Read has returned; null for one that may well be of a
  // header.
  const char* fault() const { return fault_; }

  // What the part has cost so far: of each function without those that it calls, in the order in
  // which they came first, and of all.
  std::vector<FrameCost> Costs();
  uint64_t total() const { return total_; }
  // A pair of functions may be there several times.
  const std::vector<ProfileCall>& calls() const { return calls_.calls(); }

  // Names that were abbreviated stay known: a file abbreviates once for all of its parts.
  void EndPart();

  // Whether a name was abbreviated: what follows may depend on it.
  bool abbreviates() const { return !object_names_.empty() || !function_names_.empty(); }

 private:
  using Names = std::vector<std::optional<std::string>>;

  // Leaves the function that costs are added to, and goes on with another.
  void Leave();
  bool EnterFrame(std::string_view text);
  bool EnterCallee(std::string_view text);
  bool EnterObject(std::string_view text, std::optional<uint32_t>& object);
  // `(12) name` and `(12)` as the name; false for a number that wasn't given a name.
  static bool Expand(std::string_view& text, Names& names) {
    return text.empty() || text.front() != '(' || ExpandNumber(text, names);
  }
  static bool ExpandNumber(std::string_view& text, Names& names);
  // For names that only matter because others may be abbreviated by them.
  static bool Learn(std::string_view text, Names& names);
  // Adds the first cost of a line behind any number of positions.
  bool AddCost(const char* p, const char* end, uint64_t& cost) const;
  bool ReadCalls(const char* p);
  // What was expected, or null; `known` says whether the line's first word is one of a body.
  const char* ReadWord(const char* p, const char* end, bool& known);

  FrameTable& frames_;
  CallTable calls_;
  size_t positions_ = 1;
  Names object_names_;
  Names function_names_;

  std::optional<uint32_t> object_;
  std::optional<uint32_t> called_object_;
  std::optional<uint32_t> frame_;
  std::optional<uint32_t> callee_;
  // The next line of costs is what a call cost: it stands in the callee's own lines, too.
  bool inclusive_ = false;
  uint64_t pending_ = 0;
  uint64_t total_ = 0;
  std::vector<uint64_t> costs_;
  std::vector<uint32_t> touched_;
  const char* fault_ = nullptr;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CALLGRIND_BODY_READER_H_
