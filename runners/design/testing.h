// What the tests of this folder share.

#ifndef BENCHCELL_RUNNERS_DESIGN_TESTING_H_
#define BENCHCELL_RUNNERS_DESIGN_TESTING_H_

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <string>

#include "benchcell/v1/plugin.pb.h"

namespace benchcell {

template <typename Message>
Message FromText(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

// A plugin with levels by name, levels by pattern, and an axis without default.
inline v1::PluginDescription TestPlugin() {
  return FromText<v1::PluginDescription>(R"pb(
    name: "vitest"
    axis { name: "app" pattern: "[a-z-]+" pattern_title: "lower case letters and dashes" }
    axis { name: "pool" level: "forks" level: "threads" level: "vmThreads" default_level: "forks" }
    axis {
      name: "maxWorkers"
      level: "default"
      pattern: "[1-9][0-9]*%?"
      pattern_title: "a number or a percentage"
      default_level: "default"
    }
    axis { name: "state" level: "cold" level: "warm" default_level: "warm" }
    input { name: "node" required: true }
    input { name: "app" required: true }
    input { name: "vitest" required: true }
    parameter { name: "files" pattern: "[0-9]+" pattern_title: "a whole number" }
    parameter { name: "flags" pattern: ".*" }
  )pb");
}

// A plugin that takes axes and inputs of any name, beside one axis of its own.
inline v1::PluginDescription FreePlugin() {
  return FromText<v1::PluginDescription>(R"pb(
    name: "command"
    free_axes: true
    axis { name: "shell" level: "none" level: "sh" default_level: "none" }
    input { name: "*" }
    parameter { name: "command" pattern: "(?s).+" required: true }
    parameter { name: "variable" pattern: "[A-Z]+=.*" repeated: true }
  )pb");
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_DESIGN_TESTING_H_
