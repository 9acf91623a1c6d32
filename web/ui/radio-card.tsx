import type { ComponentPropsWithRef } from "react";

/** One of several choices, as a card that takes the click as a whole. */
export function RadioCard({ children, ...rest }: Omit<ComponentPropsWithRef<"input">, "type" | "className">) {
  return (
    <label className="relative flex gap-3 rounded-[min(var(--radius-control),16px)] border border-line px-4 py-2.5 has-checked:border-primary has-checked:bg-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary">
      <input
        type="radio"
        className="my-[3px] size-4.5 shrink-0 cursor-pointer appearance-none rounded-full border border-muted bg-surface outline-none after:absolute after:-inset-px checked:border-[5px] checked:border-primary disabled:cursor-not-allowed disabled:opacity-50"
        {...rest}
      />
      {children}
    </label>
  );
}
