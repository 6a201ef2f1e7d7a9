// Where in a text each field of a parsed message stands.

#ifndef BENCHCELL_RUNNERS_DESIGN_TEXT_SITE_H_
#define BENCHCELL_RUNNERS_DESIGN_TEXT_SITE_H_

#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>

#include <string>

#include "runners/design/input_errors.h"

namespace benchcell {

// A message and the place of its text. A view: the text, the message and the tree that the parser
// filled must outlive it.
class TextSite {
 public:
  // Of the outermost message.
  TextSite(const std::string& text, const google::protobuf::Message& message,
           google::protobuf::TextFormat::ParseInfoTree& tree)
      : TextSite(text, message, &tree, Position()) {}

  // Where the message starts: at the name of the field that it is the value of.
  Position position() const { return position_; }

  // Where the field `name` starts; where the message starts if it isn't in the text.
  Position Of(const std::string& name) const;

  // Where the element of a repeated string field stands: at its quote if it can be found, otherwise
  // at the field's name.
  Position OfString(const std::string& name, int index) const;

  // Whether the text sets the field, if only to its default.
  bool Has(const std::string& name) const;

  // The site of a message in the field `name`; `index` counts from 0 in a repeated field.
  TextSite Nested(const std::string& name, int index = -1) const;

 private:
  TextSite(const std::string& text, const google::protobuf::Message& message,
           google::protobuf::TextFormat::ParseInfoTree* tree, Position position)
      : text_(&text), message_(&message), tree_(tree), position_(position) {}

  const google::protobuf::FieldDescriptor& Field(const std::string& name) const;
  // Where the index-th value of the field starts; one before it if the parser recorded only that,
  // as it does for lists in brackets.
  Position Recorded(const google::protobuf::FieldDescriptor& field, int index) const;

  const std::string* text_;
  const google::protobuf::Message* message_;
  // Null where the message isn't in the text.
  google::protobuf::TextFormat::ParseInfoTree* tree_;
  Position position_;
};

// The place of a byte of a text, and the byte at a place (the end of the text if there is none).
Position PositionOf(const std::string& text, size_t offset);
size_t OffsetOf(const std::string& text, Position position);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_DESIGN_TEXT_SITE_H_
