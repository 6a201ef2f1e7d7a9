#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "runners/design/checks.h"
#include "runners/design/expand.h"
#include "runners/design/nearest.h"

namespace benchcell {
namespace {

class PublishedCheck {
 public:
  PublishedCheck(const CheckContext& context, const std::vector<v1::Cell>& cells)
      : context_(context), cells_(cells), site_(context.site.Nested("published")) {
    for (const v1::Build& build : context.experiment.build()) builds_.push_back(build.name());
  }

  void Run() {
    const v1::Published& published = context_.experiment.published();
    const double tolerance = published.tolerance_points();
    if (site_.Has("tolerance_points") && !(std::isfinite(tolerance) && tolerance > 0)) {
      context_.errors.Add(site_.Of("tolerance_points"),
                          absl::StrCat("the tolerance is ", tolerance,
                                       " percentage points; expected a number above 0"));
    }
    if (!v1::Standard_IsValid(published.standard())) {
      context_.errors.Add(site_.Of("standard"), absl::StrCat("standard is ", published.standard(),
                                                             "; expected SIZE or DIRECTION"));
    }
    for (int i = 0; i < published.row_size(); ++i) {
      const TextSite site = site_.Nested("row", i);
      CheckRow(published.row(i), site);
      CheckValues(published.row(i), site);
      CheckChanges(published.row(i), site);
    }
  }

 private:
  // The row must name exactly one cell, and no other row the same. Where the cells are discovered
  // only when the experiment is run, that can't be said yet.
  void CheckRow(const v1::PublishedRow& row, const TextSite& site) {
    if (context_.vocabulary.plugin().discovers_cells()) return;
    bool good = true;
    for (int i = 0; i < row.level_size(); ++i) {
      good = CheckLevel(context_, site.Nested("level", i), row.level(i)) && good;
    }
    if (!good || cells_.empty()) return;
    std::vector<const v1::Cell*> matches;
    for (const v1::Cell& cell : cells_) {
      if (CellHas(cell, row.level())) matches.push_back(&cell);
    }
    const std::string levels = DescribeLevels(row.level());
    if (matches.empty()) {
      context_.errors.Add(site.position(), absl::StrCat("the row names ", levels,
                                                        ", which is no cell of the grids; expected "
                                                        "exactly one cell"));
    } else if (matches.size() > 1) {
      context_.errors.Add(
          site.position(),
          absl::StrCat("the row names ", matches.size(), " cells, the first two ",
                       DescribeLevels(matches[0]->level()), " and ",
                       DescribeLevels(matches[1]->level()),
                       "; expected exactly one cell: add levels that tell them apart"));
    } else {
      const auto [first, is_new] = row_lines_.emplace(matches[0]->index(), site.position().line);
      if (is_new) return;
      context_.errors.Add(site.position(), absl::StrCat("the row in line ", first->second,
                                                        " names the same cell; expected one row "
                                                        "for a cell"));
    }
  }

  // Known, and the first time in its list.
  void CheckBuild(const std::string& build, const TextSite& site, std::set<std::string>& seen) {
    if (std::find(builds_.begin(), builds_.end(), build) == builds_.end()) {
      if (!context_.complete) return;
      context_.errors.Add(site.Of("build"), absl::StrCat("unknown build ", Quoted(build),
                                                         "; expected ", OneOf(builds_, build)));
    } else if (!seen.insert(build).second) {
      context_.errors.Add(site.Of("build"), absl::StrCat("the row has the build ", Quoted(build),
                                                         " twice; expected it once"));
    }
  }

  void CheckValues(const v1::PublishedRow& row, const TextSite& site) {
    std::set<std::string> seen;
    for (int i = 0; i < row.value_size(); ++i) {
      const TextSite at = site.Nested("value", i);
      const double seconds = row.value(i).seconds();
      CheckBuild(row.value(i).build(), at, seen);
      if (std::isfinite(seconds) && seconds > 0) continue;
      if (!context_.complete && !at.Has("seconds")) continue;
      context_.errors.Add(at.Of("seconds"),
                          absl::StrCat("seconds is ", seconds, "; expected a number above 0"));
    }
  }

  void CheckChanges(const v1::PublishedRow& row, const TextSite& site) {
    std::set<std::string> seen;
    for (int i = 0; i < row.change_size(); ++i) {
      const v1::PublishedChange& change = row.change(i);
      const TextSite at = site.Nested("change", i);
      CheckBuild(change.build(), at, seen);
      if (!builds_.empty() && change.build() == builds_.front()) {
        context_.errors.Add(at.Of("build"),
                            absl::StrCat("the change is one of the baseline ",
                                         Quoted(change.build()), "; expected a later build"));
      }
      if (context_.complete && !at.Has("percent") && !change.about_zero()) {
        context_.errors.Add(at.position(),
                            "the change has no figure; expected percent or about_zero");
      }
      CheckPercent(at, "percent", change.percent());
      for (const double percent : change.round_percent()) {
        CheckPercent(at, "round_percent", percent);
      }
      CheckCause(at, change);
      if (change.about_zero() && change.percent() != 0) {
        context_.errors.Add(at.Of("percent"), absl::StrCat("percent is ", change.percent(),
                                                           " beside about_zero; expected one of "
                                                           "the two"));
      }
    }
  }

  // A cause is looked for only where changes are held against a published direction.
  void CheckCause(const TextSite& site, const v1::PublishedChange& change) {
    if (change.cause() == v1::FRAME_KIND_UNSPECIFIED) return;
    if (!v1::FrameKind_IsValid(change.cause())) {
      context_.errors.Add(site.Of("cause"),
                          absl::StrCat("cause is ", change.cause(),
                                       "; expected INTERPRETER, BASELINE, OPTIMISED, RUNTIME or "
                                       "HARNESS"));
    } else if (change.about_zero()) {
      context_.errors.Add(site.Of("cause"),
                          "the change has a cause beside about_zero; expected one of the two");
    } else if (context_.complete && context_.experiment.published().standard() != v1::DIRECTION) {
      context_.errors.Add(site.Of("cause"),
                          "the change has a cause, which is held against nothing by size; expected "
                          "standard: DIRECTION in published, or no cause");
    }
  }

  void CheckPercent(const TextSite& site, const char* field, double percent) {
    if (std::isfinite(percent) && percent > -100) return;
    context_.errors.Add(site.Of(field),
                        absl::StrCat(field, " is ", percent, "; expected a number above -100"));
  }

  const CheckContext& context_;
  const std::vector<v1::Cell>& cells_;
  const TextSite site_;
  std::vector<std::string> builds_;
  std::map<uint32_t, int> row_lines_;  // Cell to the line of its row.
};

}  // namespace

void CheckPublished(const CheckContext& context, const std::vector<v1::Cell>& cells) {
  if (context.experiment.has_published()) PublishedCheck(context, cells).Run();
}

}  // namespace benchcell
