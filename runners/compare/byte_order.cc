#include "runners/compare/byte_order.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace benchcell {
namespace {

constexpr size_t kPiece = sizeof(uint64_t);
// So few are compared as a whole.
constexpr size_t kFew = 8;

// Eight bytes from `at` on as a number in the same order, zeros behind the end.
uint64_t PieceAt(std::string_view name, size_t at) {
  const std::string_view bytes = name.substr(std::min(at, name.size()), kPiece);
  uint64_t piece = 0;
  for (const char byte : bytes) piece = piece << 8 | static_cast<unsigned char>(byte);
  return bytes.empty() ? 0 : piece << 8 * (kPiece - bytes.size());
}

// What is moved about in sorting: a third of an item.
struct Piece {
  uint64_t bytes = 0;
  size_t place = 0;  // of its item in the run
};

}  // namespace

void SortByBytes(std::span<NamedItem> items) {
  std::vector<Piece> pieces(items.size());
  std::vector<NamedItem> sorted(items.size());
  // Runs of items whose names are the same up to a place.
  std::vector<std::pair<std::span<NamedItem>, size_t>> runs = {{items, 0}};
  while (!runs.empty()) {
    const auto [run, same] = runs.back();
    runs.pop_back();
    // A name that ends among zero bytes of others is told from them by its length alone.
    const bool ends = std::any_of(run.begin(), run.end(), [same = same](const NamedItem& item) {
      return item.name.size() <= same;
    });
    if (run.size() <= kFew || ends) {
      std::sort(run.begin(), run.end(),
                [](const NamedItem& a, const NamedItem& b) { return a.name < b.name; });
      continue;
    }
    bool equal = true;
    for (size_t i = 0; i < run.size(); ++i) {
      pieces[i] = {PieceAt(run[i].name, same), i};
      equal = equal && pieces[i].bytes == pieces[0].bytes;
    }
    if (equal) {
      runs.push_back({run, same + kPiece});
      continue;
    }
    std::sort(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(run.size()),
              [](const Piece& a, const Piece& b) { return a.bytes < b.bytes; });
    for (size_t i = 0; i < run.size(); ++i) sorted[i] = run[pieces[i].place];
    std::copy_n(sorted.begin(), run.size(), run.begin());
    for (size_t first = 0, end = 0; first < run.size(); first = end) {
      while (end < run.size() && pieces[end].bytes == pieces[first].bytes) ++end;
      if (end - first > 1) runs.push_back({run.subspan(first, end - first), same + kPiece});
    }
  }
}

}  // namespace benchcell
