import type { ComponentPropsWithRef, KeyboardEvent, MouseEvent } from "react";

export type ButtonVariant = "primary" | "plain" | "quiet" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

/** The look of a button, for elements that are not `Button` (a summary, a file label, a router link); in `theme.css`. */
export function buttonClass(variant: ButtonVariant = "plain", size: ButtonSize = "md"): string {
  return `button is-${variant}${size === "md" ? "" : ` is-${size}`}`;
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
