import type { ReactNode } from "react";
import { paths } from "../../../contract/paths.ts";
import { Logo } from "../../ui/logo.tsx";

type CardPageProps = { children: ReactNode };

/** One card on the plaster ground: checkout, order and everything that says one thing. */
export function CardPage({ children }: CardPageProps) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col px-4 py-6 sm:py-10">
      <header className="mb-6 flex justify-center sm:mb-8">
        <a href={paths.landing()} className="inline-flex min-h-11 items-center rounded-control px-2">
          <Logo />
        </a>
      </header>
      <main className="rounded-tile border border-line bg-surface p-5 sm:p-8">{children}</main>
    </div>
  );
}

const TONES = {
  good: "border-good/30 bg-good/10",
  warn: "border-warn/35 bg-warn/10",
  bad: "border-bad/30 bg-bad/10",
} as const;

type NoteProps = { tone: keyof typeof TONES; role?: "alert" | "status"; children: ReactNode };

/** A line that must be seen. */
export function Note({ tone, role, children }: NoteProps) {
  return (
    <div role={role} className={`rounded-control border px-4 py-3 text-[15px] ${TONES[tone]}`}>
      {children}
    </div>
  );
}
