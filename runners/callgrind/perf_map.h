// What is at an address of code that a virtual machine has compiled.
//
// Linux's perf-PID.map, a line for each piece of code: `ADDRESS SIZE NAME`, numbers in hexadecimal.
// Of the names, those that V8 and CodSpeed's core write are taken apart: `TYPE:FUNCTION PLACE`,
// where type is Function, Builtin, BytecodeHandler, JS, ..., and place `FILE:LINE:COLUMN`.

#ifndef BENCHCELL_RUNNERS_CALLGRIND_PERF_MAP_H_
#define BENCHCELL_RUNNERS_CALLGRIND_PERF_MAP_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/compare/byte_source.h"

namespace benchcell {

struct CodeName {
  std::string type;
  std::string function;
  // Empty where there is none (`:0:0`).
  std::string place;
  // Bytes of the piece.
  uint64_t size = 0;
};

// Immutable once read.
class PerfMap {
 public:
  // The source is read to its end. Lines that are none of a map are skipped: the process may have
  // ended within one. Errors are the source's.
  static absl::StatusOr<PerfMap> Read(ByteSource& source);

  // Code moves and dies, and its place is used again: of the lines that cover an address the last
  // one counts. Null if none does.
  const CodeName* Find(uint64_t address) const;

  // The size of the first piece with such a name; 0 if there is none.
  uint64_t SizeOf(std::string_view type, std::string_view function) const;

  size_t pieces() const { return names_.size(); }

 private:
  struct Range {
    uint64_t end = 0;
    size_t name = 0;
  };

  void AddLine(std::string_view line);
  void Cover(uint64_t begin, uint64_t end, size_t name);

  std::vector<CodeName> names_;
  // By first address; they don't overlap.
  std::map<uint64_t, Range> ranges_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CALLGRIND_PERF_MAP_H_
