import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { scrollToFocused } from "../lib/scroll-to-focused.ts";
import { CloseIcon } from "./icons.tsx";

type DialogProps = {
  open: boolean;
  /** Called for Escape, a click beside the dialog, the back gesture and the close button. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** `hashKey`: the title names the dialog for screen readers, the content shows it itself. */
  heading?: "shown" | "hidden";
  /** Where the close button leads before any script runs: makes a dialog in the server's HTML closable. */
  closeHref?: string;
  /** False while a click beside it would lose something. */
  closesBeside?: boolean;
  /**
   * `content`: the title stays in place and the content scrolls within itself, so that it can have a bar at its bottom
   * that covers nothing. In a window too short for that the whole dialog scrolls.
   */
  scrolls?: "whole" | "content";
  /** Width classes; the default suits a short form. */
  width?: string;
};

/**
 * A native modal dialog. The browser traps and returns focus and closes the topmost one on Escape.
 * Rendered open by the server it stands as a plain panel, and becomes modal once scripts run.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  heading = "shown",
  closeHref,
  closesBeside = true,
  scrolls = "whole",
  width = "sm:max-w-md",
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const titleId = useId();
  // Never changes after the first render: from then on the effect below owns the attribute.
  const [openInHtml] = useState(open);
  const [forcedCloses, setForcedCloses] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a close by force is a reason to look again
  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    // Also after the browser closed it by force and whoever was told did not answer with `open` false.
    if (open && !dialog.matches(":modal")) {
      keepScrollbarPlace();
      dialog.removeAttribute("open");
      dialog.showModal();
      focusFirstField(dialog);
    }
    if (!open && dialog.open) dialog.close();
    releaseScrollbarPlace();
  }, [open, forcedCloses]);
  useEffect(() => releaseScrollbarPlace, []);

  const isOutside = (event: MouseEvent) => event.target === element.current;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click beside the dialog is for pointers; Escape is the key for it
    <dialog
      ref={element}
      open={openInHtml}
      aria-labelledby={heading === "shown" ? titleId : undefined}
      aria-label={heading === "hidden" ? title : undefined}
      className={`dialog ${width}`}
      onCancel={(event) => {
        // A file picker inside the dialog also sends `cancel`.
        if (event.target !== element.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        if (event.target !== element.current || !open || element.current?.open) return;
        onClose();
        setForcedCloses((count) => count + 1);
      }}
      onMouseDown={(event) => {
        // The second half of a double click on what opened the dialog means nothing here.
        pressedOutside.current = isOutside(event) && event.detail < 2;
      }}
      onClick={(event) => {
        if (closesBeside && pressedOutside.current && isOutside(event)) onClose();
      }}
    >
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only follows the focus of what is in it
        <div
          onFocus={scrollToFocused}
          className={`relative flex min-h-0 flex-col overscroll-contain rounded-tile -outline-offset-4 ${scrolls === "content" ? "overflow-hidden short:overflow-y-auto" : "overflow-y-auto"}`}
        >
          {heading === "shown" && (
            <h2
              id={titleId}
              dir="auto"
              className="min-w-0 shrink-0 px-6 pt-6 pr-16 text-2xl [overflow-wrap:anywhere]"
            >
              {title}
            </h2>
          )}
          {children}
          <CloseButton href={closeHref} onClose={onClose} />
        </div>
      )}
    </dialog>
  );
}

/** A modal dialog hides the page's scrollbar; without this the page behind would move into its place. */
function keepScrollbarPlace() {
  const page = document.documentElement;
  if (window.innerWidth > page.clientWidth) page.style.scrollbarGutter = "stable";
}

function releaseScrollbarPlace() {
  if (!document.querySelector("dialog:modal")) document.documentElement.style.scrollbarGutter = "";
}

/** The browser would focus what scrolls, if anything in the dialog does. */
function focusFirstField(dialog: HTMLDialogElement) {
  dialog.querySelector<HTMLElement>("select, textarea, input:not([type=hidden])")?.focus();
}

function CloseButton({ href, onClose }: { href?: string; onClose: () => void }) {
  const look =
    "absolute top-3 right-3 grid size-11 place-items-center rounded-control bg-surface text-ink hover:bg-tint";
  if (href === undefined)
    return (
      <button type="button" aria-label="Close" className={look} onClick={onClose}>
        <CloseIcon />
      </button>
    );
  return (
    <a
      href={href}
      aria-label="Close"
      className={look}
      onClick={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <CloseIcon />
    </a>
  );
}
