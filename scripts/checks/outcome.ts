/** How many tests of a runner went which way. */
export type Counts = { passed: number; failed: number; skipped: number };

/** What one step of the test run came to. */
export type Outcome = Counts & { name: string; seconds: number };

export const onePassed: Counts = { passed: 1, failed: 0, skipped: 0 };
export const oneFailed: Counts = { passed: 0, failed: 1, skipped: 0 };

export function addUp(all: Counts[]): Counts {
  const sum = (pick: (counts: Counts) => number) => all.reduce((total, counts) => total + pick(counts), 0);
  return { passed: sum((c) => c.passed), failed: sum((c) => c.failed), skipped: sum((c) => c.skipped) };
}

/** The last line of a test run; outside tools read it. */
export function summarise({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
