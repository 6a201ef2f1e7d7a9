#include "runners/evidence/dsse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace benchcell {
namespace {

using testing::HasSubstr;

Envelope Example() {
  return {"application/vnd.in-toto+json", "{\"a\":\"\xf0\x9f\x98\x80\"}", "abc",
          std::string(64, '\7')};
}

std::string Refusal(const std::string& text) {
  const auto envelope = ParseEnvelope(text);
  EXPECT_EQ(envelope.status().code(), absl::StatusCode::kInvalidArgument) << text;
  return std::string(envelope.status().message());
}

TEST(PreAuthenticationEncoding, IsThatOfTheSpecification) {
  // The example of DSSE's protocol.md, and its rules about lengths.
  EXPECT_EQ(PreAuthenticationEncoding("http://example.com/HelloWorld", "hello world"),
            "DSSEv1 29 http://example.com/HelloWorld 11 hello world");
  EXPECT_EQ(PreAuthenticationEncoding("", ""), "DSSEv1 0  0 ");
  EXPECT_EQ(PreAuthenticationEncoding("t", std::string("\0\n", 2)),
            std::string("DSSEv1 1 t 2 \0\n", 15));
  EXPECT_EQ(PreAuthenticationEncoding("\xc3\xa9", "\xe2\x82\xac"),
            "DSSEv1 2 \xc3\xa9 3 \xe2\x82\xac")
      << "lengths are in bytes";
}

TEST(Envelope, IsReadAsItWasWritten) {
  const auto again = ParseEnvelope(RenderEnvelope(Example()));
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(*again, Example());
  EXPECT_TRUE(ParseEnvelope(RenderEnvelope({})).ok());
}

TEST(Envelope, EveryChangedByteIsRefusedOrChangesWhatIsSigned) {
  const std::string text = RenderEnvelope(Example());
  for (size_t i = 0; i < text.size(); ++i) {
    for (const char change : {'\1', '\x20', '\x80'}) {
      std::string changed = text;
      changed[i] = static_cast<char>(changed[i] ^ change);
      const auto envelope = ParseEnvelope(changed);
      EXPECT_TRUE(!envelope.ok() || *envelope != Example()) << i << ": " << changed;
    }
  }
}

TEST(Envelope, OtherFormsOfTheSameAreRefused) {
  const std::string text = RenderEnvelope(Example());
  EXPECT_THAT(Refusal(text + "\n"), HasSubstr(absl::StrCat("byte ", text.size())));
  EXPECT_THAT(Refusal(" " + text), HasSubstr("byte 0"));
  EXPECT_THAT(Refusal(absl::StrReplaceAll(text, {{"{\"payload\"", "{\"more\":1,\"payload\""}})),
              HasSubstr("isn't what benchcell writes"));
  EXPECT_THAT(
      Refusal(absl::StrReplaceAll(text, {{"{\"payload\"", "{\"payload\":\"\",\"payload\""}})),
      HasSubstr("isn't what benchcell writes"));
}

TEST(Envelope, WhatIsMissingIsNamed) {
  EXPECT_THAT(Refusal(""), HasSubstr("expected a JSON object"));
  EXPECT_THAT(Refusal("[]"), HasSubstr("expected a JSON object"));
  EXPECT_THAT(Refusal("{}"), HasSubstr("\"payloadType\" is missing"));
  EXPECT_THAT(Refusal(R"({"payloadType":1})"), HasSubstr("\"payloadType\" is number"));
  EXPECT_THAT(Refusal(R"({"payloadType":"t","payload":"?"})"), HasSubstr("not in Base64"));
  EXPECT_THAT(Refusal(R"({"payloadType":"t","payload":""})"), HasSubstr("no list of signatures"));
  EXPECT_THAT(Refusal(R"({"payloadType":"t","payload":"","signatures":[]})"),
              HasSubstr("0 signatures; expected one"));
  EXPECT_THAT(Refusal(R"({"payloadType":"t","payload":"","signatures":[{},{}]})"),
              HasSubstr("2 signatures; expected one"));
  EXPECT_THAT(Refusal(R"({"payloadType":"t","payload":"","signatures":[1]})"),
              HasSubstr("no JSON object"));
  EXPECT_THAT(Refusal(R"({"payloadType":"t","payload":"","signatures":[{"keyid":"a"}]})"),
              HasSubstr("\"sig\" is missing"));
}

TEST(Envelope, DeepNestingIsRefused) {
  Refusal(std::string(1 << 20, '['));
  Refusal(
      absl::StrCat(R"({"payload":)", std::string(1 << 18, '['), std::string(1 << 18, ']'), "}"));
}

}  // namespace
}  // namespace benchcell
