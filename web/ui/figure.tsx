import type { ReactNode } from "react";
import { Link } from "react-router";
import { Skeleton } from "./skeleton.tsx";

type FigureProps = {
  name: string;
  help?: string | false;
  /** The link of the whole card. */
  to?: string;
  /** Undefined while loading. */
  children: ReactNode;
};

/** A number with its name, in a `dl`. */
export function Figure({ name, help = false, to, children }: FigureProps) {
  return (
    <div
      className={`relative min-w-0 rounded-card border border-line bg-surface px-4 py-3 ${to === undefined ? "" : "hover:border-muted"}`}
    >
      <dt className="text-sm text-muted">
        {to === undefined ? (
          name
        ) : (
          <Link to={to} className="font-medium text-ink after:absolute after:inset-0 after:rounded-card">
            {name}
          </Link>
        )}
      </dt>
      <dd className="text-[clamp(1rem,4.6vw,1.5rem)] font-bold tabular-nums [overflow-wrap:anywhere]">
        {children === undefined ? <Skeleton className="my-1.5 h-6 w-2/3 rounded-md" /> : children}
        {help && <span className="block text-sm font-normal text-muted">{help}</span>}
      </dd>
    </div>
  );
}
