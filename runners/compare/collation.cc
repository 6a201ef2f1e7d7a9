#include "runners/compare/collation.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <utility>

#include "runners/compare/utf8.h"

namespace benchcell {
namespace {

// What a character adds to each level of the key; nothing where the primary weight is 0.
struct Weight {
  uint8_t primary = 0;
  uint8_t accent = 1;
  uint8_t variant = 1;
};

// The characters with weights of their own, in order; letters in the same place differ in case.
constexpr char32_t kOrder[] =
    U"\t\n\v\f\r\u0085 _-,;:!\u00a1?\u00bf.\u00b7'\"\u00ab\u00bb()[]{}\u00a7\u00b6@*/\\&#%`"
    U"\u00b4^\u00af\u00a8\u00b8\u00b0\u00a9\u00ae+\u00b1\u00f7\u00d7<=>\u00ac|\u00a6~\u2044\u00a4"
    U"\u00a2$\u00a3\u00a50123456789abcdefghijklmnopqrstuvwxyz\u00fe\u00b5";

constexpr char32_t kLast = 0xFF;
constexpr uint8_t kUpper = 2;
// Superscripts and other compatible forms.
constexpr uint8_t kForm = 3;
constexpr uint8_t kBeyond = 0xFF;

// A letter with each of the accents, in order of the accents; 0 where Latin-1 has none: acute,
// grave, circumflex, ring, diaeresis, tilde, cedilla, stroke.
struct Accents {
  char32_t base;
  char32_t with[8];
};
constexpr Accents kAccents[] = {
    {U'a', {0xe1, 0xe0, 0xe2, 0xe5, 0xe4, 0xe3, 0, 0}},
    {U'c', {0, 0, 0, 0, 0, 0, 0xe7, 0}},
    {U'd', {0, 0, 0, 0, 0, 0, 0, 0xf0}},
    {U'e', {0xe9, 0xe8, 0xea, 0, 0xeb, 0, 0, 0}},
    {U'i', {0xed, 0xec, 0xee, 0, 0xef, 0, 0, 0}},
    {U'n', {0, 0, 0, 0, 0, 0xf1, 0, 0}},
    {U'o', {0xf3, 0xf2, 0xf4, 0, 0xf6, 0xf5, 0, 0xf8}},
    {U'u', {0xfa, 0xf9, 0xfb, 0, 0xfc, 0, 0, 0}},
    {U'y', {0xfd, 0, 0, 0, 0xff, 0, 0, 0}},
};

// Forms of one other character.
struct Form {
  char32_t form;
  char32_t base;
};
constexpr Form kForms[] = {{0xa0, U' '}, {0xaa, U'a'}, {0xb2, U'2'},
                           {0xb3, U'3'}, {0xb9, U'1'}, {0xba, U'o'}};

// Characters that count as several.
struct Expansion {
  char32_t character;
  char32_t parts[4];
};
constexpr Expansion kExpansions[] = {{0xbc, U"1\u20444"}, {0xbd, U"1\u20442"}, {0xbe, U"3\u20444"},
                                     {0xc6, U"AE"},       {0xe6, U"ae"},       {0xdf, U"ss"}};

std::array<Weight, kLast + 1> MakeWeights() {
  std::array<Weight, kLast + 1> weights;
  uint8_t primary = 0;
  for (const char32_t* at = kOrder; *at != 0; ++at) {
    ++primary;
    if (*at <= kLast) weights[*at].primary = primary;
  }
  for (const Accents& accents : kAccents) {
    for (uint8_t i = 0; i < 8; ++i) {
      if (accents.with[i] != 0) {
        weights[accents.with[i]] = {weights[accents.base].primary, static_cast<uint8_t>(i + 2), 1};
      }
    }
  }
  const auto add_upper = [&weights](char32_t lower, char32_t upper) {
    weights[upper] = weights[lower];
    weights[upper].variant = kUpper;
  };
  for (char32_t c = U'a'; c <= U'z'; ++c) add_upper(c, c - 32);
  for (char32_t c = 0xe0; c <= 0xfe; ++c) {
    if (c != 0xf7) add_upper(c, c - 32);
  }
  for (const Form& form : kForms) weights[form.form] = {weights[form.base].primary, 1, kForm};
  return weights;
}

const std::array<Weight, kLast + 1>& Weights() {
  static const std::array<Weight, kLast + 1> weights = MakeWeights();
  return weights;
}

uint8_t FractionSlash() {
  const char32_t* const end = kOrder + std::size(kOrder) - 1;
  return static_cast<uint8_t>(std::find(kOrder, end, U'\u2044') - kOrder + 1);
}

// The three levels of a name's key.
struct Levels {
  std::string primary, accents, variants;

  void Add(const Weight& weight) {
    if (weight.primary == 0) return;
    primary += static_cast<char>(weight.primary);
    accents += static_cast<char>(weight.accent);
    variants += static_cast<char>(weight.variant);
  }

  void Add(char32_t character) {
    for (const Expansion& expansion : kExpansions) {
      if (expansion.character != character) continue;
      for (const char32_t part : expansion.parts) {
        if (part == 0) break;
        Weight weight = part == U'\u2044' ? Weight{FractionSlash(), 1, 1} : Weights()[part];
        weight.variant += kForm;
        Add(weight);
      }
      return;
    }
    if (character <= kLast) return Add(Weights()[character]);
    Add(Weight{kBeyond, 1, 1});
    // Seven bits a byte, none of them the 0 that ends the level.
    for (int shift = 14; shift >= 0; shift -= 7) {
      primary += static_cast<char>(0x80 | (character >> shift & 0x7F));
    }
  }
};

}  // namespace

std::string SortKey(NameOrder order, std::string_view name) {
  if (order == NameOrder::kBytewise) return std::string(name);
  Levels levels;
  for (size_t at = 0; at < name.size();) {
    const Utf8Character next = DecodeUtf8(name.substr(at));
    levels.Add(next.code_point);
    at += next.bytes;
  }
  std::string key = std::move(levels.primary);
  for (const std::string_view level :
       {std::string_view(levels.accents), std::string_view(levels.variants), name}) {
    key += '\0';
    key += level;
  }
  return key;
}

}  // namespace benchcell
