// What is wrong with a plugin's answers: the rules of plugin.proto that a message's form doesn't
// keep by itself. Each is a clause about the plugin (`left a build out for pool=forks`), empty if
// nothing is wrong.

#ifndef BENCHCELL_RUNNERS_PLUGINS_OBJECTIONS_H_
#define BENCHCELL_RUNNERS_PLUGINS_OBJECTIONS_H_

#include <string>

#include "benchcell/v1/metric.pb.h"
#include "benchcell/v1/plugin.pb.h"
#include "google/protobuf/repeated_field.h"

namespace benchcell {

// Of an answer without refusals: its cells or, if it has any, its plans to discover.
std::string ExpandObjection(const v1::ExpandRequest& request, const v1::ExpandResponse& response);

// Of the metrics that an experiment has beside the described ones.
std::string MetricsObjection(const google::protobuf::RepeatedPtrField<v1::Metric>& described,
                             const google::protobuf::RepeatedPtrField<v1::Metric>& added);

// `metrics` are those that the plugin declared, for all experiments or this one.
std::string ParseObjection(const google::protobuf::RepeatedPtrField<v1::Metric>& metrics,
                           const v1::ParseResponse& answer);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PLUGINS_OBJECTIONS_H_
