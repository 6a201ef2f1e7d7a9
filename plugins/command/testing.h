// Requests for the tests of this folder.

#ifndef BENCHCELL_PLUGINS_COMMAND_TESTING_H_
#define BENCHCELL_PLUGINS_COMMAND_TESTING_H_

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <string>

#include "benchcell/v1/plugin.pb.h"
#include "plugins/command/description.h"
#include "runners/design/expand.h"

namespace benchcell::command {

// Of an experiment in text format, for its cells, with a bundle for each label: `./x` is the file
// x, everything else a folder.
inline v1::ExpandRequest RequestFor(const std::string& experiment) {
  v1::ExpandRequest request;
  EXPECT_TRUE(
      google::protobuf::TextFormat::ParseFromString(experiment, request.mutable_experiment()))
      << experiment;
  request.set_platform("linux-x64");
  const v1::PluginDescription plugin = Description();
  const auto cells = ExpandCells(request.experiment(), plugin);
  EXPECT_TRUE(cells.ok()) << cells.status();
  for (const v1::Cell& cell : *cells) *request.add_cell() = cell;
  const auto add = [&](const auto& inputs) {
    for (const v1::Input& input : inputs) {
      v1::Bundle& bundle = *request.add_bundle();
      bundle.set_label(input.label());
      bundle.set_platform("any");
      bundle.set_sha256("digest of " + input.label());
      if (input.label().starts_with("./")) {
        (*bundle.mutable_facts())["file"] = input.label().substr(2);
      }
    }
  };
  add(request.experiment().input());
  for (const v1::Build& build : request.experiment().build()) add(build.input());
  return request;
}

}  // namespace benchcell::command

#endif  // BENCHCELL_PLUGINS_COMMAND_TESTING_H_
