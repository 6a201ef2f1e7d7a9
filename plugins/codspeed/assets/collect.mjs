// Vitest 4's runner of benchmarks, without running any: which there are is known once their files are imported, and one that
// never ends or kills its process must not keep the others from being measured.
import { NodeBenchmarkRunner } from 'vitest/runners';

export default class extends NodeBenchmarkRunner {
  async runSuite() {}
}
