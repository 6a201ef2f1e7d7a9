// Does the same to each part of a list, on several processors.

#ifndef BENCHCELL_RUNNERS_COMPARE_RANGES_H_
#define BENCHCELL_RUNNERS_COMPARE_RANGES_H_

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace benchcell {

struct Range {
  size_t begin = 0;
  size_t end = 0;
};

// Consecutive ranges of nearly the same size that cover `count` items: one for each thread, but
// none of less than `least` items, for which starting a thread isn't worth it. At least one.
inline std::vector<Range> SplitIntoRanges(size_t count, size_t threads, size_t least) {
  size_t parts = std::max<size_t>(threads, 1);
  while (parts > 1 && count / parts < least) --parts;
  std::vector<Range> ranges;
  for (size_t i = 0; i < parts; ++i) {
    ranges.push_back({i * count / parts, (i + 1) * count / parts});
  }
  return ranges;
}

// Calls work(i) for each i below `count`, all at the same time; returns when all are done.
template <typename Work>
void DoAtOnce(size_t count, const Work& work) {
  std::vector<std::thread> threads;
  for (size_t i = 1; i < count; ++i) threads.emplace_back([&work, i] { work(i); });
  if (count > 0) work(0);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_RANGES_H_
