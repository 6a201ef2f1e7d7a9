#include "runners/tune/tuned_facts.h"

#include "runners/base/status_macros.h"

namespace benchcell {

absl::StatusOr<v1::MachineFacts> TunedFacts::Read() {
  if (!tuned_.has_value() && !tuner_.InForce()) {
    RETURN_IF_ERROR(tuner_.Begin());
    const absl::StatusOr<v1::MachineFacts> first = Read();
    tuner_.End();
    RETURN_IF_ERROR(first.status());
  }
  ASSIGN_OR_RETURN(v1::MachineFacts facts, machine_.Read());
  if (tuner_.InForce()) {
    tuned_ = facts;
    return facts;
  }
  facts.set_governor(tuned_->governor());
  facts.set_turbo(tuned_->turbo());
  return facts;
}

}  // namespace benchcell
