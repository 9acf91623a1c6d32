import type { Finding } from "../../../contract/api/system.ts";

const HOUR_MS = 60 * 60 * 1000;

/**
 * Returns a function that reads the number of faults of each check. Checks take seconds, so it returns the
 * last result and starts a new run once an hour.
 */
export function countFaults(
  runChecks: () => Promise<Pick<Finding, "name" | "verdict">[]>,
  elapsed = () => performance.now(),
): () => Record<string, number> {
  let known: Record<string, number> = {};
  let begunAt = Number.NEGATIVE_INFINITY;
  const run = async () => {
    const counts: Record<string, number> = {};
    for (const { name, verdict } of await runChecks())
      counts[name] = (counts[name] ?? 0) + (verdict === "fault" ? 1 : 0);
    known = counts;
  };
  return () => {
    if (elapsed() - begunAt >= HOUR_MS) {
      begunAt = elapsed();
      void run();
    }
    return known;
  };
}
