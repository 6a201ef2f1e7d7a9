#include "runners/callgrind/perf_map.h"

#include <charconv>
#include <optional>
#include <utility>

#include "runners/base/status_macros.h"
#include "runners/callgrind/line_blocks.h"

namespace benchcell {
namespace {

// Takes a hexadecimal number and the space behind it off the text.
std::optional<uint64_t> TakeNumber(std::string_view& text) {
  if (text.substr(0, 2) == "0x") text.remove_prefix(2);
  uint64_t number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, /*base=*/16);
  const auto used = static_cast<size_t>(end - text.data());
  if (error != std::errc() || used == text.size() || *end != ' ') return std::nullopt;
  text.remove_prefix(used + 1);
  return number;
}

CodeName ParseName(std::string_view text) {
  CodeName name;
  const size_t colon = text.find(':');
  // A word in front, as in `Function:`; not `node::Start`.
  if (colon != std::string_view::npos &&
      text.substr(0, colon).find(' ') == std::string_view::npos && text.substr(colon, 2) != "::") {
    name.type = std::string(text.substr(0, colon));
    text.remove_prefix(colon + 1);
  }
  std::string_view place;
  if (const size_t none = text.rfind(" :0:0");
      none != std::string_view::npos && none + 5 == text.size()) {
    text = text.substr(0, none);
  } else if (const size_t space = text.find(' ');
             space != std::string_view::npos && !name.type.empty()) {
    place = text.substr(space + 1);
    text = text.substr(0, space);
  }
  name.function = std::string(text);
  name.place = std::string(place);
  return name;
}

}  // namespace

absl::StatusOr<PerfMap> PerfMap::Read(ByteSource& source) {
  PerfMap map;
  LineBuffers buffers;
  LineBlocks blocks(source, buffers);
  while (true) {
    ASSIGN_OR_RETURN(const LineBlock* const block, blocks.Next());
    if (block == nullptr) return map;
    for (size_t i = 0; i < block->lines; ++i) map.AddLine(block->Line(i));
  }
}

void PerfMap::AddLine(std::string_view line) {
  const std::optional<uint64_t> begin = TakeNumber(line);
  if (!begin.has_value()) return;
  const std::optional<uint64_t> size = TakeNumber(line);
  if (!size.has_value() || *size == 0 || *size > UINT64_MAX - *begin) return;
  names_.push_back(ParseName(line));
  names_.back().size = *size;
  Cover(*begin, *begin + *size, names_.size() - 1);
}

void PerfMap::Cover(uint64_t begin, uint64_t end, size_t name) {
  auto at = ranges_.lower_bound(begin);
  if (at != ranges_.begin()) {
    const auto before = std::prev(at);
    const Range old = before->second;
    if (old.end > begin) {
      before->second.end = begin;
      if (old.end > end) ranges_[end] = old;
    }
  }
  at = ranges_.lower_bound(begin);
  while (at != ranges_.end() && at->first < end) {
    const Range old = at->second;
    at = ranges_.erase(at);
    if (old.end > end) {
      ranges_[end] = old;
      break;
    }
  }
  ranges_[begin] = {end, name};
}

const CodeName* PerfMap::Find(uint64_t address) const {
  auto at = ranges_.upper_bound(address);
  if (at == ranges_.begin()) return nullptr;
  --at;
  return address < at->second.end ? &names_[at->second.name] : nullptr;
}

uint64_t PerfMap::SizeOf(std::string_view type, std::string_view function) const {
  for (const CodeName& name : names_) {
    if (name.type == type && name.function == function) return name.size;
  }
  return 0;
}

}  // namespace benchcell
