import { fetchPage, getPart } from "../enhance-runtime/parts.ts";

/** Completes a description that the page carries only the start of, once it is shown; the link to it stays when that fails. */
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
