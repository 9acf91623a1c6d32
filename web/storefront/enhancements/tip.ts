import { getPart } from "../enhance-runtime/parts.ts";

const NOTICE_MS = 4000;

/** Shows for a moment the message that tips by card are not available yet. */
export function enhanceTip(element: HTMLElement): void {
  const status = getPart(element, "status", HTMLElement);
  const notice = getPart(element, "notice", HTMLTemplateElement);
  let timer: ReturnType<typeof setTimeout>;
  getPart(element, "button", HTMLButtonElement).addEventListener("click", () => {
    clearTimeout(timer);
    status.replaceChildren(notice.content.cloneNode(true));
    timer = setTimeout(() => status.replaceChildren(), NOTICE_MS);
  });
}
