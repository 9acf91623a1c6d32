import type { ComponentPropsWithRef, KeyboardEvent, MouseEvent } from "react";

export type ButtonVariant = "primary" | "plain" | "quiet" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

/** The look of a button for other elements (a summary, a file label, a router link). Styles are in `theme.css`. */
export function buttonClass(variant: ButtonVariant = "plain", size: ButtonSize = "md"): string {
  return `button is-${variant}${size === "md" ? "" : ` is-${size}`}`;
}

type Look = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /**
   * True while work is in progress: the button keeps its focus, announces the progress and ignores clicks.
   * If it is set at all, a double click or a held key starts the work only once.
   */
  busy?: boolean;
};
type AsLink = Look & ComponentPropsWithRef<"a"> & { href: string };
type AsButton = Look & ComponentPropsWithRef<"button"> & { href?: undefined };

/** A button, or with an `href` a link that looks like one. */
export function Button({ variant = "plain", size = "md", busy, className = "", ...rest }: AsLink | AsButton) {
  const look = `${buttonClass(variant, size)} ${className}`.trimEnd();
  if (rest.href !== undefined) return <a className={look} {...rest} />;
  const { type = "button", onClick, onKeyDown, children, ...others } = rest;
  const startsWork = busy !== undefined;
  const guarded = (event: MouseEvent<HTMLButtonElement>) => {
    // A second click may arrive before the new state is rendered, or after the work is done.
    if (busy || (startsWork && event.detail > 1)) event.preventDefault();
    else onClick?.(event);
  };
  const once = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (startsWork && event.repeat && event.key === "Enter") event.preventDefault();
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
