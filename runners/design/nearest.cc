#include "runners/design/nearest.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace benchcell {

size_t EditDistance(std::string_view a, std::string_view b) {
  // Three rows of the usual table: a swap looks two rows back.
  std::vector<size_t> two_back(b.size() + 1), one_back(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    two_back.swap(one_back);
    one_back.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] =
          std::min({one_back[j] + 1, row[j - 1] + 1, one_back[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], two_back[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

std::optional<std::string> Nearest(std::string_view name,
                                   const std::vector<std::string>& candidates) {
  std::optional<std::string> nearest;
  size_t smallest = 0;
  for (const std::string& candidate : candidates) {
    const size_t longer = std::max(name.size(), candidate.size());
    const size_t distance = EditDistance(name, candidate);
    if (distance > std::max<size_t>(2, longer / 3) || distance >= longer) continue;
    if (!nearest.has_value() || distance < smallest) {
      nearest = candidate;
      smallest = distance;
    }
  }
  return nearest;
}

std::string OneOf(const std::vector<std::string>& candidates, std::string_view found) {
  if (candidates.empty()) return "none, for there are none";
  std::string words = candidates.size() == 1 ? "" : "one of ";
  const char* separator = "";
  for (const std::string& candidate : candidates) {
    absl::StrAppend(&words, separator, Quoted(candidate));
    separator = ", ";
  }
  const std::optional<std::string> nearest = Nearest(found, candidates);
  if (nearest.has_value()) absl::StrAppend(&words, " (nearest valid name: ", Quoted(*nearest), ")");
  return words;
}

std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      quoted += c == '\n' ? std::string("\\n") : absl::StrFormat("\\x%02x", byte);
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

}  // namespace benchcell
