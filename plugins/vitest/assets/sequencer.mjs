// A vitest sequencer that runs test files in the order of their paths, in every version and state.
//
// Vitest's own order depends on what earlier runs left in its cache (failed files, then slow ones)
// and otherwise on file sizes, so a cold and a warm run, or two builds, would do different work at
// different times. Works with vitest 4.1 and 5.x.

export class PathSequencer {
  /** Vitest calls this once per run with one specification per test file. */
  sort(specifications) {
    const byPath = (a, b) => (a.moduleId < b.moduleId ? -1 : a.moduleId > b.moduleId ? 1 : 0);
    return [...specifications].sort(byPath);
  }

  /** Every run has all files: benchcell doesn't split a suite over machines. */
  shard(specifications) {
    return specifications;
  }
}
