import type { ReactNode } from "react";

/** A name in a sentence. It is isolated: one from right to left must not reorder the sentence. */
export function Name({ children }: { children: ReactNode }) {
  return (
    <strong className="font-semibold text-ink">
      <bdi>{children}</bdi>
    </strong>
  );
}
