import type { ReactNode } from "react";

type FactRowProps = {
  name: string;
  children: ReactNode;
  /** Whether the value stays on one line, such as an order number. */
  isWhole?: boolean;
};

/** A name and its value in a list of order details. */
export function FactRow({ name, children, isWhole = false }: FactRowProps) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd
        className={`text-end font-semibold tabular-nums ${isWhole ? "shrink-0 whitespace-nowrap" : "min-w-0 wrap-anywhere"}`}
      >
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
