#include "runners/design/text_site.h"

#include <google/protobuf/descriptor.h>

#include <algorithm>

namespace benchcell {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::TextFormat;

Position PositionOf(const std::string& text, size_t offset) {
  const size_t end = std::min(offset, text.size());
  const size_t line_start = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  Position position;
  position.line = 1 + static_cast<int>(std::count(text.begin(), text.begin() + end, '\n'));
  position.column =
      1 + static_cast<int>(line_start == std::string::npos ? end : end - line_start - 1);
  return position;
}

size_t OffsetOf(const std::string& text, Position position) {
  size_t offset = 0;
  for (int line = 1; line < position.line; ++line) {
    const size_t newline = text.find('\n', offset);
    if (newline == std::string::npos) return text.size();
    offset = newline + 1;
  }
  return std::min(text.size(), offset + static_cast<size_t>(position.column - 1));
}

const FieldDescriptor& TextSite::Field(const std::string& name) const {
  return *message_->GetDescriptor()->FindFieldByName(name);
}

Position TextSite::Recorded(const FieldDescriptor& field, int index) const {
  if (tree_ == nullptr) return position_;
  for (int candidate = field.is_repeated() ? index : -1;; --candidate) {
    const TextFormat::ParseLocation location = tree_->GetLocation(&field, candidate);
    if (location.line >= 0) return {location.line + 1, location.column + 1};
    if (candidate <= 0) return position_;
  }
}

Position TextSite::Of(const std::string& name) const { return Recorded(Field(name), 0); }

Position TextSite::OfString(const std::string& name, int index) const {
  const FieldDescriptor& field = Field(name);
  const google::protobuf::Reflection& reflection = *message_->GetReflection();
  const std::string value = reflection.GetRepeatedString(*message_, &field, index);
  int same_before = 0;
  for (int i = 0; i < index; ++i) {
    same_before += reflection.GetRepeatedString(*message_, &field, i) == value;
  }
  size_t offset = OffsetOf(*text_, Recorded(field, 0));
  while (true) {
    const size_t found =
        std::min(text_->find('"' + value + '"', offset), text_->find('\'' + value + '\'', offset));
    if (found == std::string::npos) return Recorded(field, index);
    if (same_before-- == 0) return PositionOf(*text_, found);
    offset = found + 1;
  }
}

bool TextSite::Has(const std::string& name) const {
  if (tree_ == nullptr) return false;
  const FieldDescriptor& field = Field(name);
  return tree_->GetLocation(&field, field.is_repeated() ? 0 : -1).line >= 0;
}

TextSite TextSite::Nested(const std::string& name, int index) const {
  const FieldDescriptor& field = Field(name);
  const google::protobuf::Reflection& reflection = *message_->GetReflection();
  const Message& nested = index < 0 ? reflection.GetMessage(*message_, &field)
                                    : reflection.GetRepeatedMessage(*message_, &field, index);
  TextFormat::ParseInfoTree* tree =
      tree_ == nullptr ? nullptr : tree_->GetTreeForNested(&field, index);
  return TextSite(*text_, nested, tree, Recorded(field, index));
}

}  // namespace benchcell
