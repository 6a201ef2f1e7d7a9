#include "runners/machine/plain_facts.h"

#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"
#include "runners/machine/testing.h"

namespace benchcell {
namespace {

TEST(PlainFacts, LeavesPlainOnesAlone) {
  const v1::MachineFacts facts = FactsFrom(R"(
    product: "Müller Gerätebau 1" governor: "performance" logical_cpus: 12 turbo: ON
    core_kind { name: "performance" logical_cpus: 8 })");
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(PlainFacts(facts), facts));
}

TEST(PlainFacts, AMessageTakesAllTexts) {
  v1::MachineFacts facts;
  // `®` of Latin-1, a character that was cut, and what would colour a terminal.
  facts.set_product("Intel\xAE Server Board");
  facts.set_os("Debian \xE2\x88");
  facts.set_processor_model("\x1b[31mred\x07");
  facts.add_core_kind()->set_name("fast\xFF");
  const v1::MachineFacts plain = PlainFacts(facts);
  EXPECT_EQ(plain.product(), "Intel\uFFFD Server Board");
  EXPECT_EQ(plain.os(), "Debian \uFFFD\uFFFD");
  EXPECT_EQ(plain.processor_model(), "red");
  EXPECT_EQ(plain.core_kind(0).name(), "fast\uFFFD");
  v1::MachineFacts received;
  EXPECT_TRUE(received.ParseFromString(plain.SerializeAsString()));
  EXPECT_FALSE(received.ParseFromString(facts.SerializeAsString())) << "why this is done";
}

}  // namespace
}  // namespace benchcell
