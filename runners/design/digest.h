// The digest by which equal experiments are known.

#ifndef BENCHCELL_RUNNERS_DESIGN_DIGEST_H_
#define BENCHCELL_RUNNERS_DESIGN_DIGEST_H_

#include <string>

#include "benchcell/v1/cell.pb.h"

namespace benchcell {

// SHA-256 of what is to be measured, 64 lower-case hexadecimal digits. Equal for experiments that
// measure the same, seed included. What changes no measurement is left out: the text it was read
// from, the words of overrides (their effect is in the experiment), the title, the published table.
//
// The bytes that are hashed are our own, made by walking the message by descriptor in the order of
// field numbers. Protobuf's deterministic serialization would be shorter, but is promised for one
// binary only, and a digest has to hold between versions and languages. Per set field: its number,
// its number of values, the values; integers and floating point numbers as 8 bytes, little end
// first, strings and messages with their length in front; maps by key. A field that isn't set takes
// no room, so a new field changes no digest of experiments that don't use it. Fields that this
// version doesn't know go in as they came.
std::string ExperimentDigest(const v1::ResolvedExperiment& resolved);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_DESIGN_DIGEST_H_
