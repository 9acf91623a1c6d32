/**
 * Scrolls a control focused by keyboard into view as a whole, with its `scroll-margin`. Browsers only do so for the line
 * with the caret, which can leave the rest of a text area, or the error below it, out of view or behind a bar at the
 * bottom. After a change of page the content as a whole has the focus and starts at its top.
 */
export function scrollToFocused({ target }: Pick<Event, "target">): void {
  if (target instanceof Element && target.matches(":focus-visible:not(main)"))
    target.scrollIntoView({ block: "nearest" });
}
