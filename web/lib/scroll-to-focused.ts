/**
 * Scrolls a control that receives the focus by keyboard into view as a whole, with its `scroll-margin`. Browsers only
 * do so for the line with the caret, which leaves the rest of a text area, or the error below it, out of view.
 */
export function scrollToFocused({ target }: Pick<Event, "target">): void {
  if (target instanceof Element && target.matches(":focus-visible"))
    target.scrollIntoView({ block: "nearest" });
}
