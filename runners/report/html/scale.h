// Axes: where values stand, and which of them are written beside the axis.

#ifndef BENCHCELL_RUNNERS_REPORT_HTML_SCALE_H_
#define BENCHCELL_RUNNERS_REPORT_HTML_SCALE_H_

#include <string>
#include <vector>

namespace benchcell::html {

struct Tick {
  // From the low end of the axis (0) to its high end (1).
  double at = 0;
  std::string text;
};

// Distance of at most `count` ticks beside the first over `range` (above 0): 1, 2 or 5 times a
// power of ten.
double NiceStep(double range, int count);

// Of values of one unit.
class ValueScale {
 public:
  // Spans all values with some room. `low` <= `high`, both finite, in `unit` (UCUM). Without a
  // range, the axis has one around the value.
  ValueScale(double low, double high, const std::string& unit);

  double At(double value) const;
  const std::vector<Tick>& ticks() const { return ticks_; }

  // With a digit more than the ticks, so that values that differ on the axis differ in words:
  // `1.7612s`.
  std::string Show(double value) const;

 private:
  std::string Write(double value, int decimals) const;

  double low_;
  double high_;
  double divisor_ = 1;
  std::string suffix_;
  int decimals_ = 0;
  std::vector<Tick> ticks_;
};

// Of changes. Linear in per cent; where one is a multiple of the baseline, logarithmic, so that it
// doesn't crush the others.
class ChangeScale {
 public:
  // Spans these ratios (changed / baseline, above 0) and 1, with some room.
  explicit ChangeScale(const std::vector<double>& ratios);

  // Ratios beyond the axis stand at its ends.
  double At(double ratio) const;
  const std::vector<Tick>& ticks() const { return ticks_; }

 private:
  double Place(double ratio) const;

  bool logarithmic_;
  double low_ = 0;
  double high_ = 0;
  std::vector<Tick> ticks_;
};

}  // namespace benchcell::html

#endif  // BENCHCELL_RUNNERS_REPORT_HTML_SCALE_H_
