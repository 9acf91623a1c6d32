import type { ReactNode } from "react";

/** Opaque: beside the page's title, on its background, the text would lack contrast. */
const TONES = {
  primary: "bg-tint text-primary",
  good: "bg-[color-mix(in_oklab,var(--good)_8%,var(--surface))] text-good",
  warn: "bg-[color-mix(in_oklab,var(--warn)_8%,var(--surface))] text-warn",
  bad: "bg-[color-mix(in_oklab,var(--bad)_8%,var(--surface))] text-bad",
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
