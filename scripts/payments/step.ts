/** `skipped`: it could not be tried, because an earlier step failed. */
type Verdict = "ok" | "problem" | "skipped";
export type Step = {
  name: string;
  verdict: Verdict;
  /** What was seen. */
  seen: string;
  /** What to do about a problem. */
  advice?: string;
};

const LABELS: Record<Verdict, string> = { ok: "ok      ", problem: "PROBLEM ", skipped: "skipped " };

/** Returns what is printed of a step. */
export function formatStep({ name, verdict, seen, advice }: Step): string {
  const line = `${LABELS[verdict]}${name}: ${seen}`;
  return advice ? `${line}\n          → ${advice}` : line;
}
