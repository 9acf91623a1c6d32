import { type ComponentPropsWithRef, type ReactNode, useId } from "react";

type SwitchProps = ComponentPropsWithRef<"input"> & { label: string; help?: ReactNode };

/** An on/off choice that is saved with its form. */
export function Switch({ label, help, ...rest }: SwitchProps) {
  const id = useId();
  const helpId = help ? `${id}-help` : undefined;
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="block py-1 font-semibold">
          {label}
        </label>
        {help && (
          <p id={helpId} className="text-sm text-muted">
            {help}
          </p>
        )}
      </div>
      <BareSwitch id={id} aria-describedby={helpId} {...rest} />
    </div>
  );
}

/** A switch without text, which needs a label. */
export function BareSwitch(props: ComponentPropsWithRef<"input">) {
  return (
    <span className="relative inline-flex h-11 w-12 shrink-0 items-center">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox has a checked state
        role="switch"
        className="peer absolute inset-0 z-10 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
        {...props}
      />
      <span className="h-7 w-12 rounded-full bg-muted/70 transition-colors peer-checked:bg-primary peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-primary peer-disabled:opacity-40" />
      <span className="absolute inset-s-1 size-5 rounded-full bg-surface transition-transform peer-checked:translate-x-5 peer-checked:rtl:-translate-x-5" />
    </span>
  );
}
