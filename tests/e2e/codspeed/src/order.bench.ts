import { bench } from "vitest";

function work(n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += i % 7;
  return sum;
}

// The same three times: which one is expensive is decided by what ran before it.
for (const name of ["first", "second", "third"]) {
  bench(name, () => {
    if (work(1000) < 0) throw new Error("expected a sum");
  });
}
