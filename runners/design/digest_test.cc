#include "runners/design/digest.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "runners/design/testing.h"

namespace benchcell {
namespace {

v1::ResolvedExperiment Example() {
  return FromText<v1::ResolvedExperiment>(R"pb(
    experiment {
      name: "quickstart"
      title: "Two releases"
      plugin: "vitest"
      build { name: "5.0.5" }
      build {
        name: "5.1.0"
        input { name: "vitest" label: "//t:x" }
      }
      grid { axis { name: "pool" level: "forks" level: "threads" } }
      protocol {
        rounds: 2
        runs: 5
        seed: 7
        timeout { seconds: 60 }
      }
      published { source: "a page" tolerance_points: 10 }
    }
    source: "the text"
    bundle {
      label: "//t:x"
      sha256: "00"
      size: 12
      facts { key: "version" value: "5.1.0" }
      facts { key: "kind" value: "release" }
    }
    override: "--rounds 2"
  )pb");
}

TEST(DigestTest, IsFixed) {  // Computed by an independent program from the description in digest.h.
  EXPECT_EQ(ExperimentDigest(Example()),
            "686a18c9c512208ba1ad297f299a3a90eaca6d3b41535869b1eb4cfa85d2410a");
}

TEST(DigestTest, WhatChangesNoMeasurementIsLeftOut) {
  v1::ResolvedExperiment other = Example();
  other.set_source("another text");
  other.clear_override();
  other.mutable_experiment()->set_title("Other words");
  other.mutable_experiment()->clear_published();
  EXPECT_EQ(ExperimentDigest(other), ExperimentDigest(Example()));
}

TEST(DigestTest, TheOrderOfAMapDoesNotMatter) {
  v1::ResolvedExperiment other = Example();
  auto& facts = *other.mutable_bundle(0)->mutable_facts();
  facts.clear();
  facts["kind"] = "release";
  for (int i = 0; i < 100; ++i) facts[std::to_string(i)] = "";
  for (int i = 0; i < 100; ++i) facts.erase(std::to_string(i));
  facts["version"] = "5.1.0";
  EXPECT_EQ(ExperimentDigest(other), ExperimentDigest(Example()));
}

TEST(DigestTest, EverythingElseMatters) {
  using Change = std::function<void(v1::ResolvedExperiment&)>;
  const std::vector<Change> changes = {
      [](auto&) {},
      [](auto& e) { e.mutable_experiment()->mutable_protocol()->set_seed(8); },
      [](auto& e) { e.mutable_experiment()->mutable_protocol()->set_runs(6); },
      [](auto& e) { e.mutable_experiment()->mutable_protocol()->mutable_timeout()->set_nanos(1); },
      [](auto& e) { e.mutable_experiment()->mutable_protocol()->set_order(v1::AS_PUBLISHED); },
      [](auto& e) { e.mutable_experiment()->mutable_build()->SwapElements(0, 1); },
      [](auto& e) { e.mutable_experiment()->mutable_grid(0)->mutable_axis(0)->add_level("x"); },
      [](auto& e) { e.mutable_experiment()->set_machine_class("m4"); },
      [](auto& e) { e.mutable_bundle(0)->set_sha256("01"); },
      [](auto& e) { e.mutable_bundle(0)->set_size(13); },
      [](auto& e) { (*e.mutable_bundle(0)->mutable_facts())["version"] = "5.1.1"; },
      [](auto& e) { (*e.mutable_bundle(0)->mutable_facts())["versio"] = "n5.1.0"; },
      // The same letters, cut elsewhere.
      [](auto& e) {
        e.mutable_experiment()->mutable_grid(0)->mutable_axis(0)->set_level(0, "forkst");
        e.mutable_experiment()->mutable_grid(0)->mutable_axis(0)->set_level(1, "hreads");
      },
      // A field that this version doesn't know.
      [](auto& e) {
        auto& experiment = *e.mutable_experiment();
        experiment.GetReflection()->MutableUnknownFields(&experiment)->AddVarint(1000, 1);
      },
  };
  std::set<std::string> digests;
  for (const Change& change : changes) {
    v1::ResolvedExperiment changed = Example();
    change(changed);
    digests.insert(ExperimentDigest(changed));
  }
  EXPECT_EQ(digests.size(), changes.size());
}

}  // namespace
}  // namespace benchcell
