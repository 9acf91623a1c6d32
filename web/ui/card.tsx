import { type ReactNode, useId } from "react";

type CardProps = { title: string; actions?: ReactNode; children: ReactNode };

/** A titled part of a page. */
export function Card({ title, actions, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 grid-cols-1 content-start gap-4 rounded-card border border-line bg-surface p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
