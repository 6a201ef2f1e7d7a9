import { bench } from "vitest";

// It must not keep the others of its package from being found and measured.
bench("endless", () => {
  for (;;);
});
