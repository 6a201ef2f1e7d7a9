import { bench } from "vitest";

const nothing = () => {};

bench("before", nothing);
bench("killed", () => {
  process.kill(process.pid, "SIGKILL");
});
bench("after", nothing);
