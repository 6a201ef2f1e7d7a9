#include "runners/report/html/run_chart.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/report/html/markup.h"
#include "runners/report/html/row_name.h"
#include "runners/report/text.h"

namespace benchcell::html {
namespace {

// In CSS pixels; widths are shares of what the reader's window has.
constexpr double kPlotHeight = 150;
constexpr double kLineHeight = 18;
constexpr double kCharacterWidth = 7.5;
constexpr double kAxisGap = 8;
// `not quiet`.
constexpr size_t kFewestCharacters = 9;
// The dots stand in a picture that is stretched to the window: their strokes aren't.
constexpr double kStretchedWidth = 1000;
// A stroke as good as without length. Of one that has none, paper shows no square end.
constexpr char kDot[] = "h.1";
constexpr size_t kColours = 5;
constexpr size_t kMostRoundLabels = 10;
constexpr size_t kWidestMachine = 24;

// Colour and shape of a build.
std::string ClassOf(size_t build) {
  return absl::StrCat("b", build % kColours, build % 2 == 1 ? " sq" : "");
}

std::string Line(const std::string& style, const std::string& x1, double y1, const std::string& x2,
                 double y2) {
  return absl::StrCat("<line class=\"", style, "\" x1=", x1, " x2=", x2, " y1=", Number(y1),
                      " y2=", Number(y2), " />");
}

std::string Label(const std::string& style, const std::string& x, double y,
                  const std::string& html) {
  return absl::StrCat("<text class=\"", style, "\" x=", x, " y=", Number(y), ">", html, "</text>");
}

const char* SizeClass(size_t dots) { return dots <= 150 ? "" : dots <= 500 ? " small" : " tiny"; }

class Chart {
 public:
  Chart(const RunLayout& layout, const Table& table, const ValueScale* scale)
      : layout_(layout), table_(table), scale_(scale) {
    top_ = kLineHeight * (layout.segments.size() > 1 ? 2 : 1);
    height_ = top_ + (scale != nullptr ? kPlotHeight : 0) + 4;
    for (const PairLine& line : layout.lines) {
      for (const auto& run : line.runs) missing_ |= run.has_value() && !run->dot.value.has_value();
    }
    for (const PlacedSegment& segment : layout.segments) {
      for (const RoundSpan& round : segment.rounds) disturbed_ |= round.disturbed != nullptr;
    }
    size_t characters = kFewestCharacters;
    if (scale != nullptr) {
      for (const Tick& tick : scale->ticks()) {
        characters = std::max(characters, DisplayWidth(tick.text));
      }
    }
    tick_end_ = static_cast<double>(characters) * kCharacterWidth;
    if (missing_) missing_y_ = AddLane();
    if (disturbed_) disturbed_y_ = AddLane();
  }

  std::string Draw(const std::string& id, const std::string& name) const {
    return absl::StrCat("<div class=chart>", Axis(), "<svg class=plot height=", Number(height_),
                        " role=img aria-labelledby=", id, "t aria-describedby=", id,
                        "d><title id=", id, "t>Runs of ", Text(name),
                        " in measured order</title><desc id=", id, "d>", Description(), "</desc>",
                        Frame(), Summaries(), Dots(), Missing(), "</svg></div>");
  }

 private:
  // The middle of one more line below the plot.
  double AddLane() {
    height_ += kLineHeight;
    return height_ - kLineHeight / 2;
  }

  double Y(double value) const { return top_ + (1 - scale_->At(value)) * kPlotHeight; }

  std::string Axis() const {
    std::string svg = absl::StrCat("<svg class=axis width=", Number(tick_end_ + kAxisGap),
                                   " height=", Number(height_), " aria-hidden=true>");
    const std::string end = Number(tick_end_);
    if (scale_ != nullptr) {
      for (const Tick& tick : scale_->ticks()) {
        svg += Label("tick", end, top_ + (1 - tick.at) * kPlotHeight + 4, Text(tick.text));
      }
    }
    if (missing_) svg += Label("tick", end, missing_y_ + 4, "no value");
    if (disturbed_) svg += Label("tick", end, disturbed_y_ + 4, "not quiet");
    return svg + "</svg>";
  }

  std::string Description() const {
    std::string text = absl::StrCat(layout_.dots, layout_.dots == 1 ? " run" : " runs");
    if (layout_.range.has_value()) {
      absl::StrAppend(&text, ", from ", scale_->Show(layout_.range->low), " to ",
                      scale_->Show(layout_.range->high));
    }
    for (const PlacedSegment& segment : layout_.segments) {
      for (const BuildSummary& summary : segment.summaries) {
        absl::StrAppend(&text, "; ", Shortened(OneLine(table_.builds[summary.build]), 60),
                        " median ", scale_->Show(summary.median));
      }
    }
    return Text(absl::StrCat(text, ". Every run is in the table below the picture."));
  }

  // Grid, rounds and machines, and where the machine wasn't quiet.
  std::string Frame() const {
    std::string svg;
    if (scale_ != nullptr) {
      for (const Tick& tick : scale_->ticks()) {
        const double y = top_ + (1 - tick.at) * kPlotHeight;
        svg += Line("g", "0", y, "100%", y);
      }
    }
    for (const PlacedSegment& segment : layout_.segments) {
      if (layout_.segments.size() > 1) {
        if (segment.from > 0)
          svg += Line("e", Percent(segment.from), 0, Percent(segment.from), height_);
        svg += Label("place", Percent(segment.from), 12, MachineLabel(*segment.segment));
      }
      svg += Rounds(segment);
    }
    return svg;
  }

  static std::string MachineLabel(const Segment& segment) {
    if (segment.machine.empty()) return "no machine";
    return absl::StrCat(Text(Shortened(OneLine(segment.machine), kWidestMachine)),
                        segment.epoch > 1 ? absl::StrCat(", epoch ", segment.epoch) : "");
  }

  std::string Rounds(const PlacedSegment& segment) const {
    std::string svg;
    const size_t every = segment.rounds.size() / kMostRoundLabels + 1;
    for (size_t i = 0; i < segment.rounds.size(); ++i) {
      const RoundSpan& round = segment.rounds[i];
      const std::string x = Percent(round.from);
      if (i > 0) svg += Line("r", x, top_ - 12, x, height_);
      if (i % every == 0) {
        svg += Label(
            "round", x, top_ - 5,
            absl::StrCat(i == 0 ? "round " : "", round.round + 1, round.again ? " again" : ""));
      }
      if (round.disturbed != nullptr) {
        svg += Line("q", x, disturbed_y_, Percent(round.to), disturbed_y_);
      }
    }
    return svg;
  }

  std::string Summaries() const {
    std::string svg;
    for (const PlacedSegment& segment : layout_.segments) {
      for (const BuildSummary& summary : segment.summaries) {
        const std::string style = ClassOf(summary.build);
        const double y = Y(summary.median);
        svg += Line(absl::StrCat("m ", style), Percent(segment.from), y, Percent(segment.to), y);
        const std::string x = Percent(summary.x);
        if (summary.interval.has_value()) {
          svg += Line(absl::StrCat("w ", style), x, Y(summary.interval->low), x,
                      Y(summary.interval->high));
        }
        svg += Line(absl::StrCat("md ", style), Percent(summary.x - 0.008), y,
                    Percent(summary.x + 0.008), y);
      }
    }
    return svg;
  }

  // A path for each build, one for those that are superseded: a dot is a short stroke.
  std::string Dots() const {
    if (scale_ == nullptr) return "";
    std::vector<std::string> paths(table_.builds.size());
    std::string superseded;
    for (const PairLine& line : layout_.lines) {
      for (const auto& run : line.runs) {
        if (!run.has_value() || !run->dot.value.has_value()) continue;
        std::string& path = run->dot.Counts() ? paths[run->build] : superseded;
        absl::StrAppend(&path, "M", Number(run->x * kStretchedWidth), " ",
                        Number((1 - scale_->At(*run->dot.value)) * kPlotHeight), kDot);
      }
    }
    std::string svg =
        absl::StrCat("<svg class=\"dots", SizeClass(layout_.dots), "\" y=", Number(top_),
                     " height=", Number(kPlotHeight), " viewBox=\"0 0 ", Number(kStretchedWidth),
                     " ", Number(kPlotHeight), "\" preserveAspectRatio=none>");
    for (size_t build = 0; build < paths.size(); ++build) {
      if (paths[build].empty()) continue;
      absl::StrAppend(&svg, "<path class=\"d ", ClassOf(build), "\" data-build=", build, " d=\"",
                      paths[build], "\" />");
    }
    if (!superseded.empty()) {
      absl::StrAppend(&svg, "<path class=\"d s\" d=\"", superseded, "\" /><path class=hole d=\"",
                      superseded, "\" />");
    }
    return svg + "</svg>";
  }

  std::string Missing() const {
    std::string svg;
    for (const PairLine& line : layout_.lines) {
      for (const auto& run : line.runs) {
        if (!run.has_value() || run->dot.value.has_value()) continue;
        absl::StrAppend(&svg, "<use class=\"x ",
                        run->dot.record->superseded() ? "s" : ClassOf(run->build),
                        "\" href=\"#x\" x=", Percent(run->x), " y=", Number(missing_y_), " />");
      }
    }
    return svg;
  }

  const RunLayout& layout_;
  const Table& table_;
  const ValueScale* const scale_;
  double top_ = 0;
  double tick_end_ = 0;
  double height_ = 0;
  bool missing_ = false;
  bool disturbed_ = false;
  double missing_y_ = 0;
  double disturbed_y_ = 0;
};

}  // namespace

std::string DrawRuns(const RunLayout& layout, const Table& table, const ValueScale* scale,
                     const std::string& id, const std::string& name) {
  return Chart(layout, table, scale).Draw(id, name);
}

std::string DrawSwatch(size_t build) {
  return absl::StrCat("<svg class=swatch width=12 height=12 aria-hidden=true><path class=\"d ",
                      ClassOf(build), "\" d=\"M6 6", kDot, "\" /></svg>");
}

}  // namespace benchcell::html
