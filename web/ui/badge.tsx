import type { ReactNode } from "react";

const TONES = {
  primary: "bg-tint text-primary",
  good: "bg-good/8 text-good",
  warn: "bg-warn/8 text-warn",
  bad: "bg-bad/8 text-bad",
  neutral: "bg-line/60 text-muted",
} as const;

export type BadgeTone = keyof typeof TONES;

/** A short state of a row: "Admin", "Paid", "Open". */
export function Badge({ tone = "primary", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-full px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
