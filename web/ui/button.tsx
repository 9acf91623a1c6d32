import type { ComponentPropsWithRef, KeyboardEvent, MouseEvent } from "react";

export type ButtonVariant = "primary" | "plain" | "quiet" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const SHAPE =
  "inline-flex items-center justify-center gap-2 rounded-control border font-semibold whitespace-nowrap no-underline transition-[background-color,border-color,opacity] select-none disabled:opacity-50 disabled:cursor-not-allowed aria-disabled:opacity-60 aria-disabled:cursor-default";
const VARIANTS: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-primary text-on-primary hover:bg-primary-strong",
  plain: "border-line bg-surface text-ink hover:border-muted",
  quiet: "border-transparent bg-transparent text-ink hover:bg-tint",
  danger: "border-transparent bg-bad text-on-bad hover:opacity-90",
};
const SIZES: Record<ButtonSize, string> = {
  sm: "min-h-9 px-3 text-sm",
  md: "min-h-11 px-4.5",
  lg: "min-h-13 px-5.5 text-lg",
};

/** The look of a button, for elements that are not `Button` (a summary, a file label, a router link). */
export function buttonClass(variant: ButtonVariant = "plain", size: ButtonSize = "md"): string {
  return `${SHAPE} ${VARIANTS[variant]} ${SIZES[size]}`;
}

type Look = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /**
   * Work is under way: the button keeps its focus, says so and takes no further click.
   * Given at all, true or false, it says that a click begins work, which a double click or a held key must not begin twice.
   */
  busy?: boolean;
};
type AsLink = Look & ComponentPropsWithRef<"a"> & { href: string };
type AsButton = Look & ComponentPropsWithRef<"button"> & { href?: undefined };

/** A button, or a link that looks like one when it has an `href`. */
export function Button({ variant = "plain", size = "md", busy, className = "", ...rest }: AsLink | AsButton) {
  const look = `${buttonClass(variant, size)} ${className}`.trimEnd();
  if (rest.href !== undefined) return <a className={look} {...rest} />;
  const { type = "button", onClick, onKeyDown, children, ...others } = rest;
  const beginsWork = busy !== undefined;
  const guarded = (event: MouseEvent<HTMLButtonElement>) => {
    // A second click may be there before the state that the first one changed, or after its work is done.
    if (busy || (beginsWork && event.detail > 1)) event.preventDefault();
    else onClick?.(event);
  };
  const once = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (beginsWork && event.repeat && event.key === "Enter") event.preventDefault();
    onKeyDown?.(event);
  };
  return (
    <button
      type={type}
      className={look}
      onClick={guarded}
      onKeyDown={once}
      aria-disabled={busy || undefined}
      // The stylesheet adds a spinner.
      aria-busy={busy || undefined}
      {...others}
    >
      {children}
    </button>
  );
}
