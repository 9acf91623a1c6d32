import { expect, test } from "vitest";
import type { Finding } from "../../../contract/api/system.ts";
import { countFaults } from "./check-faults.ts";

test("counts faults by check, hourly and without delaying scrapes", async () => {
  let elapsed = 0;
  let runs = 0;
  const verdicts: Finding["verdict"][] = ["fault", "warning"];
  const read = countFaults(
    async () => {
      runs += 1;
      return [
        { name: "Clock", verdict: verdicts[runs - 1] ?? "ok" },
        { name: "Email", verdict: "ok" },
      ];
    },
    () => elapsed,
  );
  expect(read()).toEqual({});
  await Promise.resolve();
  await Promise.resolve();
  expect(read()).toEqual({ Clock: 1, Email: 0 });
  expect(runs).toBe(1);
  elapsed = 60 * 60 * 1000;
  read();
  await Promise.resolve();
  await Promise.resolve();
  expect(read()).toEqual({ Clock: 0, Email: 0 });
  expect(runs).toBe(2);
});
