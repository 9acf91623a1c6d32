import type { ReactNode } from "react";

type MessageProps = { icon: ReactNode; tone: string; title: string; children: ReactNode };

/** A symbol, a title and a text about the result of a checkout. */
export function ReturnMessage({ icon, tone, title, children }: MessageProps) {
  return (
    <>
      <StatusIcon tone={tone}>{icon}</StatusIcon>
      <h1 className="text-3xl text-balance">{title}</h1>
      <p className="max-w-[25.3em] text-balance text-muted [overflow-wrap:anywhere]">{children}</p>
    </>
  );
}

function StatusIcon({ tone, children }: { tone: string; children: ReactNode }) {
  return <span className={`grid size-18 place-items-center rounded-tile ${tone}`}>{children}</span>;
}
