#include "runners/callgrind/body_reader.h"

#include <array>
#include <bit>
#include <cstring>

#include "runners/callgrind/number.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace benchcell {
namespace {

// No real profile has so many abbreviations; a damaged one might name any number.
constexpr uint64_t kMostNames = uint64_t{1} << 24;

// By the first byte of a line.
enum class LineKind : uint8_t { kOther, kCosts, kBlank, kWord };

constexpr std::array<LineKind, 256> MakeKinds() {
  std::array<LineKind, 256> kinds{};
  for (const char c : {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '+', '-', '*'}) {
    kinds[static_cast<unsigned char>(c)] = LineKind::kCosts;
  }
  for (const char c : {'\n', '\r', '#'}) {
    kinds[static_cast<unsigned char>(c)] = LineKind::kBlank;
  }
  for (char c = 'a'; c <= 'z'; ++c) kinds[static_cast<unsigned char>(c)] = LineKind::kWord;
  return kinds;
}
constexpr std::array<LineKind, 256> kKinds = MakeKinds();

bool Is(const char* p, const char* end, std::string_view word) {
  return static_cast<size_t>(end - p) >= word.size() &&
         std::memcmp(p, word.data(), word.size()) == 0;
}

// The first four bytes of a line as one number; shorter words end in zeros.
constexpr uint32_t Word(std::string_view text) {
  std::array<char, 4> bytes{};
  for (size_t i = 0; i < text.size(); ++i) bytes[i] = text[i];
  return std::bit_cast<uint32_t>(bytes);
}

// A short word and `=`: jump=, jcnd=, and whatever other lines a Callgrind may have.
bool IsAssignment(const char* p, const char* end) {
  constexpr size_t kLongest = 8;
  const char* const start = p;
  while (p < end && *p >= 'a' && *p <= 'z') ++p;
  return p < end && *p == '=' && static_cast<size_t>(p - start) <= kLongest;
}

// Adds the first cost of a line like `+12 5 0 1`; false if it isn't quite that. Where the first two
// gaps are is found without a branch for each byte: neither positions nor costs have a length that
// could be foreseen.
inline bool AddPlainCost(const char* p, const char* end, uint64_t& cost) {
#ifdef __SSE2__
  const __m128i text = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  const auto gaps =
      static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpgt_epi8(_mm_set1_epi8(' ' + 1), text)));
  const uint32_t later = gaps & (gaps - 1);
  if (later == 0) return false;
  const char* digits = p + std::countr_zero(gaps) + 1;
  const char* const gap = p + std::countr_zero(later);
  uint64_t number = 0;
  if (digits >= end || !ReadNumber(digits, number) || digits != gap) return false;
  cost += number;
  return true;
#else
  return false;
#endif
}

std::string_view Rest(const char* p, const char* end, size_t skip) {
  if (end > p + skip && end[-1] == '\r') --end;
  return {p + skip, static_cast<size_t>(end - p) - skip};
}

}  // namespace

size_t BodyReader::Read(const LineBlock& block, size_t first) {
  fault_ = nullptr;
  const char* const bytes = block.bytes.data();
  const uint32_t* const ends = block.ends.data();
  const char* p = block.Begin(first);
  // In a register: most lines only add to it.
  uint64_t cost = 0;
  size_t line = first;
  bool known = true;
  for (; line < block.lines; ++line) {
    const char* const end = bytes + ends[line];
    const LineKind kind = kKinds[static_cast<unsigned char>(*p)];
    if (kind == LineKind::kCosts) {
      if (inclusive_) {
        inclusive_ = false;
      } else if (!(positions_ == 1 && AddPlainCost(p, end, cost)) && !AddCost(p, end, cost)) {
        fault_ = "a position and costs";
        break;
      }
    } else if (kind == LineKind::kWord) {
      pending_ += cost;
      cost = 0;
      fault_ = ReadWord(p, end, known);
      if (fault_ != nullptr || !known) break;
    } else if (kind == LineKind::kOther) {
      break;
    }
    p = end + 1;
  }
  pending_ += cost;
  return line;
}

bool BodyReader::AddCost(const char* p, const char* end, uint64_t& cost) const {
  for (size_t i = 0; i < positions_; ++i) {
    while (*p > ' ') ++p;
    while (*p == ' ') ++p;
  }
  // No cost at all: all are zero, or the line belongs to a jump.
  if (p >= end || *p == '\r') return true;
  uint64_t number = 0;
  if (!ReadNumber(p, number) || static_cast<unsigned char>(*p) > ' ') return false;
  cost += number;
  return true;
}

const char* BodyReader::ReadWord(const char* p, const char* end, bool& known) {
  known = true;
  uint32_t word;
  std::memcpy(&word, p, sizeof(word));
  switch (word) {
    case Word("cfn="):
      return EnterCallee(Rest(p, end, 4)) ? nullptr : "a function's name";
    case Word("call"):
      return Is(p, end, "calls=") && ReadCalls(p + 6) ? nullptr : "a number of calls";
    case Word("cob="):
      return EnterObject(Rest(p, end, 4), called_object_) ? nullptr : "an object file's name";
    case Word("cfi="):
    case Word("cfl="):
      return nullptr;
    case Word("jfn="):
      return Learn(Rest(p, end, 4), function_names_) ? nullptr : "a function's name";
    case Word("job="):
      return Learn(Rest(p, end, 4), object_names_) ? nullptr : "an object file's name";
    default:
      break;
  }
  switch (word & Word("\xff\xff\xff")) {
    case Word("fn="):
      return EnterFrame(Rest(p, end, 3)) ? nullptr : "a function's name";
    case Word("ob="):
      return EnterObject(Rest(p, end, 3), object_) ? nullptr : "an object file's name";
    case Word("fl="):
    case Word("fi="):
    case Word("fe="):
      return nullptr;
    default:
      known = IsAssignment(p, end);
      return nullptr;
  }
}

bool BodyReader::Learn(std::string_view text, Names& names) { return Expand(text, names); }

bool BodyReader::EnterCallee(std::string_view text) {
  if (!Expand(text, function_names_)) return false;
  if (!object_.has_value()) object_ = frames_.Object("???");
  callee_ = frames_.Frame(called_object_.has_value() ? *called_object_ : *object_, text);
  called_object_.reset();
  return true;
}

bool BodyReader::EnterFrame(std::string_view text) {
  if (!Expand(text, function_names_)) return false;
  Leave();
  if (!object_.has_value()) object_ = frames_.Object("???");
  frame_ = frames_.Frame(*object_, text);
  return true;
}

bool BodyReader::EnterObject(std::string_view text, std::optional<uint32_t>& object) {
  if (!Expand(text, object_names_)) return false;
  object = frames_.Object(text);
  return true;
}

bool BodyReader::ExpandNumber(std::string_view& text, Names& names) {
  if (text.size() < 3 || text[1] < '0' || text[1] > '9') return true;
  const char* p = text.data() + 1;
  uint64_t number = 0;
  if (!ReadNumber(p, number) || *p != ')') return true;
  if (number >= kMostNames) return false;
  const auto end = static_cast<size_t>(p + 1 - text.data());
  if (names.size() <= number) names.resize(number + 1);
  std::optional<std::string>& name = names[number];
  if (end + 1 < text.size()) name = std::string(text.substr(end + 1));
  if (!name.has_value()) return false;
  text = *name;
  return true;
}

bool BodyReader::ReadCalls(const char* p) {
  uint64_t count = 0;
  if (!ReadNumber(p, count) || !callee_.has_value()) return false;
  if (frame_.has_value()) calls_.Add(*frame_, *callee_, count);
  inclusive_ = true;
  return true;
}

void BodyReader::Leave() {
  if (pending_ == 0) return;
  const uint32_t frame = frame_.has_value() ? *frame_ : frames_.Frame(frames_.Object("???"), "???");
  if (costs_.size() <= frame) costs_.resize(frames_.frames());
  if (costs_[frame] == 0) touched_.push_back(frame);
  costs_[frame] += pending_;
  total_ += pending_;
  pending_ = 0;
}

std::vector<FrameCost> BodyReader::Costs() {
  Leave();
  std::vector<FrameCost> costs;
  costs.reserve(touched_.size());
  for (const uint32_t frame : touched_) costs.push_back({frame, costs_[frame]});
  return costs;
}

void BodyReader::EndPart() {
  Leave();
  for (const uint32_t frame : touched_) costs_[frame] = 0;
  touched_.clear();
  calls_.Clear();
  total_ = 0;
  object_.reset();
  called_object_.reset();
  frame_.reset();
  callee_.reset();
  inclusive_ = false;
  fault_ = nullptr;
}

}  // namespace benchcell
