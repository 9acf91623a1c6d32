/** The outcome of a step. A `skipped` one was not tried, because an earlier step failed. */
type Verdict = "ok" | "problem" | "skipped";
export type Step = {
  name: string;
  verdict: Verdict;
  /** The finding. */
  seen: string;
  /** Advice about a problem. */
  advice?: string;
};

const LABELS: Record<Verdict, string> = { ok: "ok      ", problem: "PROBLEM ", skipped: "skipped " };

/** Formats a step for printing. */
export function formatStep({ name, verdict, seen, advice }: Step): string {
  const line = `${LABELS[verdict]}${name}: ${seen}`;
  return advice ? `${line}\n          → ${advice}` : line;
}

/** Runs steps one after another, and reports each. */
export function recordSteps(report: (step: Step) => void) {
  const steps: Step[] = [];
  const add = (step: Step) => {
    steps.push(step);
    report(step);
  };
  /** Runs a step. Resolves to undefined if it failed. */
  const attempt = async <T>(name: string, advice: string, work: () => Promise<[T, string]>) => {
    try {
      const [value, seen] = await work();
      add({ name, verdict: "ok", seen });
      return value;
    } catch (error) {
      add({ name, verdict: "problem", seen: error instanceof Error ? error.message : String(error), advice });
      return undefined;
    }
  };
  return { steps, add, attempt };
}
