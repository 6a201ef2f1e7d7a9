#include "runners/report/change_json.h"

#include <string>
#include <utility>
#include <vector>

namespace benchcell {
namespace {

Json IntervalToJson(const std::optional<RatioInterval>& interval) {
  if (!interval.has_value()) return {};
  return {{"low", interval->low}, {"high", interval->high}};
}

Json PairedToJson(const ChangeResult& change) {
  const std::optional<PairedRatio>& paired = change.paired;
  if (!paired.has_value()) return {};
  return {{"pairs", paired->pairs},
          {"ratio", paired->ratio},
          {"interval", IntervalToJson(paired->interval)},
          {"pValue", OrNull(change.PValue())},
          {"logRatioSd", OrNull(paired->log_ratio_sd)}};
}

Json UnpairedToJson(const ChangeResult& change) {
  const std::optional<UnpairedRatio>& unpaired = change.unpaired;
  if (!unpaired.has_value()) return {};
  return {{"baselineRuns", unpaired->baseline_runs},
          {"changedRuns", unpaired->changed_runs},
          {"ratio", unpaired->ratio},
          {"interval", IntervalToJson(unpaired->interval)},
          {"pValue", OrNull(unpaired->p_value)}};
}

Json StratifiedToJson(const std::optional<StratifiedChange>& stratified) {
  if (!stratified.has_value()) return {};
  Json strata = Json::array();
  for (const StratumShare& stratum : stratified->strata) {
    strata.push_back({{"machine", stratum.machine},
                      {"epoch", stratum.epoch},
                      {"weight", OrNull(stratum.weight)}});
  }
  Json estimate;
  if (stratified->estimate.has_value()) {
    estimate = {{"ratio", stratified->estimate->ratio},
                {"interval", IntervalToJson(stratified->estimate->interval)},
                {"pValue", stratified->estimate->p_value},
                {"disagreementPValue", stratified->estimate->disagreement_p_value}};
  }
  return {{"strata", std::move(strata)}, {"estimate", std::move(estimate)}};
}

const char* OutcomeName(ExactOutcome outcome) {
  switch (outcome) {
    case ExactOutcome::kNoChange:
      return "NO_CHANGE";
    case ExactOutcome::kWithinSpread:
      return "WITHIN_SPREAD";
    case ExactOutcome::kMoved:
      break;
  }
  return "MOVED";
}

Json ExactToJson(const std::optional<ExactChange>& exact) {
  if (!exact.has_value()) return {};
  return {{"difference", exact->difference}, {"outcome", OutcomeName(exact->outcome)}};
}

Json CompilingToJson(const std::optional<Compiling>& compiling) {
  if (!compiling.has_value()) return {};
  return {{"baseline", compiling->baseline}, {"changed", compiling->changed}};
}

Json FlipToJson(const std::optional<TierFlip>& flip) {
  if (!flip.has_value()) return {};
  return {{"from", v1::FrameKind_Name(flip->from)},
          {"to", v1::FrameKind_Name(flip->to)},
          {"function", flip->function},
          {"location", flip->location}};
}

Json CauseToJson(const std::optional<Cause>& cause) {
  if (!cause.has_value()) return {};
  Json frames = Json::array();
  for (const FrameChange& frame : cause->frames) {
    frames.push_back({{"function", frame.function},
                      {"location", frame.location},
                      {"kind", v1::FrameKind_Name(frame.kind)},
                      {"baseline", frame.baseline},
                      {"changed", frame.changed}});
  }
  Json kinds = Json::array();
  for (const KindChange& kind : cause->kinds) {
    kinds.push_back({{"kind", v1::FrameKind_Name(kind.kind)},
                     {"baseline", kind.baseline},
                     {"changed", kind.changed}});
  }
  Json main_kind;
  if (cause->main_kind.has_value()) main_kind = v1::FrameKind_Name(*cause->main_kind);
  return {{"baseline", cause->baseline},
          {"changed", cause->changed},
          {"mainKind", std::move(main_kind)},
          {"tierFlip", FlipToJson(cause->tier_flip)},
          {"compiling", CompilingToJson(cause->compiling)},
          {"frames", std::move(frames)},
          {"otherFrames",
           {{"frames", cause->other_frames},
            {"baseline", cause->other_baseline},
            {"changed", cause->other_changed}}},
          {"kinds", std::move(kinds)}};
}

Json UnlikeToJson(const std::vector<Unlike>& unlike) {
  Json list = Json::array();
  for (const Unlike& each : unlike) {
    list.push_back({{"name", each.name}, {"baseline", each.baseline}, {"changed", each.changed}});
  }
  return list;
}

// Stable names of verdicts; VerdictWords is for people.
const char* VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kAgrees:
      return "AGREES";
    case Verdict::kDiffers:
      return "DIFFERS";
    case Verdict::kNotCompared:
      return "NOT_COMPARED";
    case Verdict::kTooNoisy:
      break;
  }
  return "TOO_NOISY";
}

const char* CauseVerdictName(CauseVerdict verdict) {
  switch (verdict) {
    case CauseVerdict::kSame:
      return "SAME";
    case CauseVerdict::kOther:
      return "OTHER";
    case CauseVerdict::kNotTold:
      return "NOT_TOLD";
    case CauseVerdict::kNotAsked:
      break;
  }
  return "NOT_ASKED";
}

Json ComparisonToJson(const std::optional<PublishedComparison>& comparison) {
  if (!comparison.has_value()) return {};
  const v1::PublishedChange& published = comparison->published;
  const auto& rounds = published.round_percent();
  Json range;
  if (comparison->range.has_value()) {
    range = {{"low", comparison->range->low}, {"high", comparison->range->high}};
  }
  Json cause;
  if (published.cause() != v1::FRAME_KIND_UNSPECIFIED) {
    cause = v1::FrameKind_Name(published.cause());
  }
  return {{"publishedPercent", published.percent()},
          {"publishedRoundPercent", std::vector<double>(rounds.begin(), rounds.end())},
          {"publishedAboutZero", published.about_zero()},
          {"publishedCause", std::move(cause)},
          {"standard", v1::Standard_Name(comparison->standard)},
          {"agreementRangePercent", std::move(range)},
          {"verdict", VerdictName(comparison->verdict)},
          {"causeVerdict", CauseVerdictName(comparison->cause)},
          {"words", VerdictWords(*comparison)}};
}

}  // namespace

Json ChangeToJson(const ChangeResult& change) {
  Json rounds = Json::array();
  for (const std::optional<double>& ratio : change.round_ratio) rounds.push_back(OrNull(ratio));
  return {{"build", change.build},
          {"compared", change.compared},
          {"unlike", UnlikeToJson(change.unlike)},
          {"ratio", OrNull(change.ratio)},
          {"roundRatio", std::move(rounds)},
          {"paired", PairedToJson(change)},
          {"unpaired", UnpairedToJson(change)},
          {"stratified", StratifiedToJson(change.stratified)},
          {"exact", ExactToJson(change.exact)},
          {"cause", CauseToJson(change.cause)},
          {"qValue", OrNull(change.q_value)},
          {"smallestDetectable", OrNull(change.smallest_detectable)},
          {"comparison", ComparisonToJson(change.comparison)}};
}

}  // namespace benchcell
