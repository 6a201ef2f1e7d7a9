// Numbers as the tables show them. All text is UTF-8.

#ifndef BENCHCELL_RUNNERS_REPORT_FORMAT_H_
#define BENCHCELL_RUNNERS_REPORT_FORMAT_H_

#include <string>

namespace benchcell {

// A value with its unit (UCUM): `5.67s`, `12.4s`, `34.5ms` for seconds, `312MiB` for bytes (`By`),
// `11` for counts (`1`), `1.23M/s` for rates (`1/s`), and the plain number with its unit otherwise.
std::string FormatValue(double value, const std::string& unit);

// A change in whole per cent: `−32%`, `+3%`, and `~0` below 1.5 % either way.
std::string FormatChange(double percent);

// A count with all its digits and its unit, if it has one: `2,155,815`, `1,034,767.5`, `512 By`.
std::string FormatCount(double value, const std::string& unit);

// A difference of counts: `−1,390,000`, `+5`, `0`.
std::string FormatDifference(double value);

// A change that is known exactly: two decimals, and below 0.01 % two digits that aren't 0:
// `−38.75%`, `+0.03%`, `−0.0041%`; `=` for none.
std::string FormatExactChange(double percent);

// A share that is known exactly, in the same digits: `0.041%`, `0` for none.
std::string FormatExactShare(double share);

// A bound of an interval, with one decimal: `−33.1%`, `+0.4%`, `0.0%`.
std::string FormatBound(double percent);

// A p or q value: `0.031`, `0.0004`, `<0.0001`.
std::string FormatProbability(double probability);

// The shortest text that reads back as the same number, with a point whatever the locale.
std::string FormatExactly(double value);

// The change in per cent that a ratio is: 0.68 -> -32.
double PercentOf(double ratio);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_FORMAT_H_
