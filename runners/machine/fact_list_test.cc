#include "runners/machine/fact_list.h"

#include "gtest/gtest.h"
#include "runners/machine/testing.h"

namespace benchcell {
namespace {

TEST(FactsOf, HasEveryFieldOnceInOrder) {
  const std::vector<Fact> facts = FactsOf(v1::MachineFacts());
  const auto& message = *v1::MachineFacts::descriptor();
  ASSERT_EQ(facts.size(), static_cast<size_t>(message.field_count()));
  for (int i = 0; i < message.field_count(); ++i) {
    EXPECT_EQ(facts[i].name, message.field(i)->name());
    EXPECT_NE(facts[i].title, "");
    EXPECT_EQ(facts[i].value, "") << facts[i].name;
    EXPECT_EQ(facts[i].shown, "unknown");
  }
}

TEST(FindFact, WritesEveryKindOfValue) {
  const v1::MachineFacts facts = FactsFrom(R"(
    governor: "performance" logical_cpus: 12 memory_bytes: 25769803776 turbo: ON smt: OFF
    core_kind { name: "performance" logical_cpus: 8 }
    core_kind { name: "efficiency" logical_cpus: 4 })");
  const auto value = [&](const char* name) { return FindFact(facts, name)->value; };
  EXPECT_EQ(value("governor"), "performance");
  EXPECT_EQ(value("logical_cpus"), "12");
  EXPECT_EQ(value("memory_bytes"), "25769803776");
  EXPECT_EQ(value("turbo"), "on");
  EXPECT_EQ(value("smt"), "off");
  EXPECT_EQ(value("core_kind"), "8 performance + 4 efficiency");
  EXPECT_EQ(FindFact(facts, "memory_bytes")->shown, "24.0 GiB");
  EXPECT_EQ(FindFact(facts, "memory_bytes")->title, "memory");
  EXPECT_EQ(FindFact(facts, "clock_source")->title, "clock source");
}

TEST(FindFact, NothingElseIsAFact) {
  EXPECT_FALSE(FindFact(v1::MachineFacts(), "frequency").has_value());
  EXPECT_FALSE(FindFact(v1::MachineFacts(), "").has_value());
}

}  // namespace
}  // namespace benchcell
