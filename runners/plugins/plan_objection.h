// What is wrong with the steps that a plugin plans, told before an agent has to find out.

#ifndef BENCHCELL_RUNNERS_PLUGINS_PLAN_OBJECTION_H_
#define BENCHCELL_RUNNERS_PLUGINS_PLAN_OBJECTION_H_

#include <string>

#include "benchcell/v1/bundle.pb.h"
#include "benchcell/v1/cell.pb.h"
#include "google/protobuf/repeated_field.h"

namespace benchcell {

// A clause about the plugin, with the number of the step (from 1); empty if nothing is wrong.
// `role` is that of the one command that every run has. `bundles` are those that the plugin was
// given.
std::string PlanObjection(const v1::BuildPlan& plan, v1::Command::Role role,
                          const google::protobuf::RepeatedPtrField<v1::Bundle>& bundles);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PLUGINS_PLAN_OBJECTION_H_
