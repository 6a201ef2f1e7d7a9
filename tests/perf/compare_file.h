// Result files for the benchmark of `benchcell compare`.

#ifndef BENCHCELL_TESTS_PERF_COMPARE_FILE_H_
#define BENCHCELL_TESTS_PERF_COMPARE_FILE_H_

#include <cstdint>
#include <string>

namespace benchcell {

// A CSV file as node core's compare.js writes it: `configurations` with commas, quotes and
// empty texts in their names, each measured `runs` times by an old and a new binary, one pass over
// all configurations after the other. The same bytes every time.
std::string MakeResults(int configurations, int runs);

// What a file has at least to be read for: reads it in pieces and looks at every byte, once, for
// commas, quotes and line ends; separators inside of quotes don't count. Returns the number of
// fields, or -1 if it can't be read. Nothing is kept, unescaped or converted.
int64_t ScanPlainly(const std::string& path);

}  // namespace benchcell

#endif  // BENCHCELL_TESTS_PERF_COMPARE_FILE_H_
