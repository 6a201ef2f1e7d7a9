// What is wrong with a text, each with its place.

#ifndef BENCHCELL_RUNNERS_DESIGN_INPUT_ERRORS_H_
#define BENCHCELL_RUNNERS_DESIGN_INPUT_ERRORS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace benchcell {

// A place in a text. Lines and columns count from 1, columns in bytes.
struct Position {
  int line = 1;
  int column = 1;

  friend bool operator==(const Position&, const Position&) = default;
};

class InputErrors {
 public:
  // Nobody mends more at once.
  static constexpr size_t kMostListed = 100;

  // `message`: what was found; what was expected. The same error at the same place counts once.
  void Add(Position position, std::string message);

  bool empty() const { return errors_.empty(); }

  // OK without errors; otherwise INVALID_ARGUMENT with one line `FILE:LINE:COLUMN: message` for
  // each, in the order of the text; for those after the first kMostListed, one `FILE: and N more`.
  absl::Status ToStatus(const std::string& file) const;

 private:
  struct Error {
    Position position;
    std::string message;
  };
  std::vector<Error> errors_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_DESIGN_INPUT_ERRORS_H_
