import { bench, describe } from "vitest";

const nothing = () => {};

bench("tab\there", nothing);
bench("quotes \" ' `", nothing);
bench("\u{1F680}", nothing);
bench("", nothing);
bench("x".repeat(3000), nothing);
bench("line\nbreak\ntotals: 5", nothing);
describe("a::b", () => {
  bench("c", nothing);
});
bench("twice", nothing);
bench("twice", nothing);
bench("twice (2)", nothing);
bench("\ud83dhalf", nothing);

let calls = 0;
bench("throws", () => {
  if (++calls > 7) throw new Error("boom");
});
bench("after", nothing);
bench.skip("skipped", nothing);
