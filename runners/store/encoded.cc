#include "runners/store/encoded.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "google/protobuf/util/message_differencer.h"
#include "runners/base/status_macros.h"
#include "runners/store/checks.h"
#include "runners/store/payload.h"

namespace benchcell {

absl::StatusOr<EncodedRun> EncodeRun(const v1::ExperimentRun& run) {
  EncodedRun encoded;
  encoded.blocks.reserve(run.block_size());
  for (const v1::Block& block : run.block()) {
    ASSIGN_OR_RETURN(std::string payload, Encode(block, "a block"));
    encoded.blocks.push_back(std::move(payload));
  }
  v1::ExperimentRun rest = run;
  rest.clear_state();
  rest.clear_block();
  rest.clear_machine();
  rest.clear_record();
  ASSIGN_OR_RETURN(encoded.payload, Encode(rest, absl::StrCat("run ", run.id())));
  return encoded;
}

absl::StatusOr<std::vector<std::string>> EncodeRecords(const BlockKey& key,
                                                       const std::vector<v1::RunRecord>& records) {
  std::vector<std::string> payloads;
  payloads.reserve(records.size());
  for (const v1::RunRecord& record : records) {
    ASSIGN_OR_RETURN(std::string payload, Encode(record, absl::StrCat("the record at position ",
                                                                      record.planned().position(),
                                                                      " of ", Describe(key))));
    payloads.push_back(std::move(payload));
  }
  return payloads;
}

bool SameFacts(const v1::MachineFacts& a, const v1::MachineFacts& b) {
  return google::protobuf::util::MessageDifferencer::Equals(a, b);
}

}  // namespace benchcell
