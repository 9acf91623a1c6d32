import type { ReactNode } from "react";

/** A name and its value in a list of order details. */
export function FactRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-end font-semibold wrap-anywhere tabular-nums">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
