// For commands that fill tables of tens of megabytes and end.

#ifndef BENCHCELL_RUNNERS_BASE_LARGE_HEAP_H_
#define BENCHCELL_RUNNERS_BASE_LARGE_HEAP_H_

namespace benchcell {

// From now on malloc keeps the memory that is freed, and asks the system for new memory in large
// steps and large pages: a page fault for each four kilobytes takes a fifth of the time in which
// `compare` reads a file of many configurations. Where the C library isn't glibc, or the system has
// no large pages, nothing changes. To be called once, at the start; other threads may allocate
// meanwhile.
void UseLargeHeap();

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BASE_LARGE_HEAP_H_
