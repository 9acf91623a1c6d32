import type { ReactNode } from "react";

/** A name in a sentence, isolated so that a right-to-left one does not reorder it. */
export function Name({ children }: { children: ReactNode }) {
  return (
    <strong className="font-semibold text-ink">
      <bdi>{children}</bdi>
    </strong>
  );
}
