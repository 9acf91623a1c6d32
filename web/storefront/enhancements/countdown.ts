import { getPart } from "../enhance-runtime/parts.ts";

const MINUTE_MS = 60_000;

/** Shows the days, hours and minutes until `data-end`. */
export function enhanceCountdown(element: HTMLElement, signal: AbortSignal): void {
  const end = Date.parse(element.dataset.end ?? "");
  const show = () => {
    const minutes = Math.max(0, Math.ceil((end - Date.now()) / MINUTE_MS));
    const left = { days: minutes / 1440, hours: (minutes / 60) % 24, minutes: minutes % 60 };
    for (const [unit, count] of Object.entries(left)) {
      const part = getPart(element, unit, HTMLElement);
      const text = `${Math.floor(count)}`;
      // Screen readers announce a change only.
      if (part.textContent !== text) part.textContent = text;
    }
  };
  show();
  const timer = setInterval(show, 1000);
  signal.addEventListener("abort", () => clearInterval(timer));
}
