import { fetchPage, getPart } from "../enhance-runtime/parts.ts";

/** Loads the rest of a description once it is shown. The link to it stays if that fails. */
export function enhanceWholeDescription(element: HTMLElement): void {
  const text = getPart(element, "text", HTMLElement);
  const link = getPart(element, "whole", HTMLAnchorElement);
  fetchPage(link.href).then(
    (page) => {
      const whole = page.querySelector('[data-part="detail"] [data-part="text"]');
      if (!whole) return;
      text.replaceChildren(...whole.childNodes);
      link.remove();
    },
    () => undefined,
  );
}
