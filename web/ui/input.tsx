import type { ComponentPropsWithRef } from "react";
import { limits } from "../../contract/rules/limits.ts";

export const CONTROL =
  "w-full min-w-0 scroll-my-14 rounded-control border border-muted/70 bg-surface px-3.5 text-ink placeholder:text-muted transition-colors hover:border-muted aria-invalid:border-bad aria-invalid:outline-bad disabled:opacity-60";

/** The letters decide the direction of the text, also in a text area. */
export function Input({ className = "", ...rest }: ComponentPropsWithRef<"input">) {
  return <input dir="auto" className={`${CONTROL} h-11 ${className}`} {...rest} />;
}

/** The email of a buyer or visitor, in a plain form. */
export function EmailInput(props: ComponentPropsWithRef<"input">) {
  return (
    <Input
      name="email"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={limits.email.max}
      {...props}
    />
  );
}

export function Textarea({ className = "", ...rest }: ComponentPropsWithRef<"textarea">) {
  return (
    <textarea
      dir="auto"
      rows={3}
      className={`${CONTROL} rounded-[min(var(--radius-control),16px)]! field-sizing-content max-h-60 min-h-24 py-2.5 ${className}`}
      {...rest}
    />
  );
}
