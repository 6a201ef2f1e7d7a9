#include "runners/compare/text_column.h"

#include <algorithm>

namespace benchcell {

TextColumn::TextColumn(Align align, size_t cells) : align_(align) {
  // Most cells are numbers.
  constexpr size_t kUsualBytes = 10;
  cells_.reserve(cells);
  text_.reserve(kUsualBytes * cells);
}

void TextColumn::EndCell(size_t width) {
  cells_.push_back({text_.size(), width});
  width_ = std::max(width_, width);
  all_widths_ += width;
}

void TextColumn::Add(std::string_view text, size_t width) {
  text_ += text;
  EndCell(width);
}

std::string_view TextColumn::cell(size_t i) const {
  const size_t begin = i == 0 ? 0 : cells_[i - 1].end;
  return std::string_view(text_).substr(begin, cells_[i].end - begin);
}

char* TextColumn::Draw(size_t i, char* at) const {
  const size_t blanks = width_ - cells_[i].width;
  if (align_ == Align::kRight) at = std::fill_n(at, blanks, ' ');
  const std::string_view text = cell(i);
  at = std::copy(text.begin(), text.end(), at);
  return align_ == Align::kLeft ? std::fill_n(at, blanks, ' ') : at;
}

void WidenAll(std::vector<std::vector<TextColumn>>& parts) {
  for (size_t column = 0; column < parts.front().size(); ++column) {
    size_t width = 0;
    for (const auto& part : parts) width = std::max(width, part[column].width());
    for (auto& part : parts) part[column].Widen(width);
  }
}

}  // namespace benchcell
