// A column of a table as text, filled up to the same width when it is drawn.
//
// The texts stand in one string, one behind the other: a string for each of hundreds of thousands
// of cells takes most of the time of drawing them.

#ifndef BENCHCELL_RUNNERS_COMPARE_TEXT_COLUMN_H_
#define BENCHCELL_RUNNERS_COMPARE_TEXT_COLUMN_H_

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace benchcell {

// Not thread-safe.
class TextColumn {
 public:
  enum class Align { kLeft, kRight };

  // With memory for so many cells.
  explicit TextColumn(Align align, size_t cells = 0);

  // To append the text of the next cell to; nothing else may be done with it.
  std::string& text() { return text_; }
  // What was appended is a cell that takes `width` columns of a terminal.
  void EndCell(size_t width);
  // Both at once.
  void Add(std::string_view text, size_t width);

  size_t size() const { return cells_.size(); }
  std::string_view cell(size_t i) const;
  // Of cell i, and of the widest.
  size_t width(size_t i) const { return cells_[i].width; }
  size_t width() const { return width_; }
  Align align() const { return align_; }

  // Makes the column at least so wide.
  void Widen(size_t width) { width_ = std::max(width_, width); }

  // How many bytes drawing all cells takes.
  size_t drawn_bytes() const { return text_.size() + cells_.size() * width_ - all_widths_; }
  // Writes cell i and the blanks that it needs to be as wide as the widest; returns their end.
  char* Draw(size_t i, char* at) const;

 private:
  struct Cell {
    size_t end = 0;  // in text_; it begins where the one before ends
    size_t width = 0;
  };

  const Align align_;
  std::string text_;
  std::vector<Cell> cells_;
  size_t width_ = 0;
  size_t all_widths_ = 0;
};

// Parts of a table with the same columns, one below the other: makes each column as wide as the
// widest cell of all parts.
void WidenAll(std::vector<std::vector<TextColumn>>& parts);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_TEXT_COLUMN_H_
