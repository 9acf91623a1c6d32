import { type ComponentPropsWithRef, useState } from "react";
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

/** A password that can be shown while typing. */
export function PasswordInput({ id, ...rest }: ComponentPropsWithRef<"input"> & { id: string }) {
  const [shown, setShown] = useState(false);
  // The direction of the field would decide the side of the padding, but not the side of the button.
  return (
    <div dir="ltr" className="relative">
      <Input
        dir="ltr"
        id={id}
        type={shown ? "text" : "password"}
        autoCapitalize="none"
        spellCheck={false}
        className="pe-18"
        {...rest}
      />
      <button
        type="button"
        aria-controls={id}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 inset-e-0 min-w-16 rounded-control px-3 text-sm font-semibold text-primary hover:underline"
      >
        Show
      </button>
    </div>
  );
}
