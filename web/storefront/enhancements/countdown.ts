import { getPart } from "../enhance-runtime/parts.ts";

const MINUTE_MS = 60_000;

/** Shows the days, hours and minutes until `data-end`. */
export function enhanceCountdown(element: HTMLElement, signal: AbortSignal): void {
  const end = Date.parse(element.dataset.end ?? "");
  const show = () => {
    const minutes = Math.max(0, Math.ceil((end - Date.now()) / MINUTE_MS));
    const left = { days: minutes / 1440, hours: (minutes / 60) % 24, minutes: minutes % 60 };
    for (const [unit, count] of Object.entries(left)) {
      const whole = Math.floor(count);
      setText(getPart(element, unit, HTMLElement), `${whole}`);
      setText(getPart(element, `${unit}-name`, HTMLElement), whole === 1 ? unit.slice(0, -1) : unit);
    }
  };
  show();
  const timer = setInterval(show, 1000);
  signal.addEventListener("abort", () => clearInterval(timer));
}

/** Screen readers announce a change only. */
function setText(part: HTMLElement, text: string): void {
  if (part.textContent !== text) part.textContent = text;
}
