#include "runners/base/large_heap.h"

#include <cstdlib>  // __GLIBC__

#ifdef __GLIBC__

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

namespace benchcell {
namespace {

// Of address space; memory is taken when it is written to.
constexpr int kStep = 1 << 28;
// The largest that glibc accepts.
constexpr int kLargestInHeap = 1 << 25;
constexpr uintptr_t kLargePage = uintptr_t{1} << 21;

}  // namespace

void UseLargeHeap() {
  mallopt(M_TOP_PAD, kStep);
  mallopt(M_TRIM_THRESHOLD, kStep);
  mallopt(M_MMAP_THRESHOLD, kLargestInHeap);
  // More than is free: the heap grows by a step. Volatile, or the compiler leaves both calls out.
  const uintptr_t begin = reinterpret_cast<uintptr_t>(sbrk(0));
  void* volatile grown = malloc(kLargestInHeap / 2);
  free(grown);
  const uintptr_t end = reinterpret_cast<uintptr_t>(sbrk(0));
  const uintptr_t first = (begin + kLargePage - 1) / kLargePage * kLargePage;
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
}

}  // namespace benchcell

#else

namespace benchcell {

void UseLargeHeap() {}

}  // namespace benchcell

#endif
