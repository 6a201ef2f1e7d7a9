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

}  // namespace

void SortByBytes(std::span<NamedItem> items) {
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
    for (NamedItem& item : run) {
      item.piece = PieceAt(item.name, same);
      equal = equal && item.piece == run.front().piece;
    }
    if (!equal) {
      std::sort(run.begin(), run.end(),
                [](const NamedItem& a, const NamedItem& b) { return a.piece < b.piece; });
    }
    for (auto first = run.begin(); first != run.end();) {
      const auto end = std::find_if(
          first, run.end(),
          [piece = first->piece](const NamedItem& item) { return item.piece != piece; });
      if (end - first > 1) runs.push_back({{first, end}, same + kPiece});
      first = end;
    }
  }
}

}  // namespace benchcell
