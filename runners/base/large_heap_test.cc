#include "runners/base/large_heap.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <string>
#include <vector>

#include "runners/base/files.h"

namespace benchcell {
namespace {

long PageFaults() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

TEST(LargeHeap, TakesFewPageFaultsForMuchMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
  GTEST_SKIP() << "malloc is not glibc's";
#endif
  const auto pages = ReadFile("/sys/kernel/mm/transparent_hugepage/enabled");
  if (!pages.ok() || pages->find("[never]") != std::string::npos) {
    GTEST_SKIP() << "this system gives no large pages";
  }
  UseLargeHeap();
  constexpr size_t kBlock = 200'000;
  constexpr size_t kBlocks = 300;
  const long before = PageFaults();
  std::vector<std::string> filled;
  for (size_t i = 0; i < kBlocks; ++i) filled.emplace_back(kBlock, 'x');
  const long pages_filled = kBlocks * kBlock / 4096;
  EXPECT_LT(PageFaults() - before, pages_filled / 4);
  // What is freed stays here, and is filled again without any.
  filled.clear();
  const long between = PageFaults();
  for (size_t i = 0; i < kBlocks; ++i) filled.emplace_back(kBlock, 'y');
  EXPECT_LT(PageFaults() - between, pages_filled / 100);
}

}  // namespace
}  // namespace benchcell
