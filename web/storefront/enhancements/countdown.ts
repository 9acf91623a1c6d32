import { getPart } from "../enhance-runtime/parts.ts";

const MINUTE_MS = 60_000;

/** Shows the days, hours and minutes until `data-end`. The browser knows the forms of these words in each language. */
export function enhanceCountdown(element: HTMLElement, signal: AbortSignal): void {
  const end = Date.parse(element.dataset.end ?? "");
  const language = element.closest<HTMLElement>("[lang]")?.lang;
  const units = ["day", "hour", "minute"].map((unit) => ({
    figure: getPart(element, unit, HTMLElement),
    name: getPart(element, `${unit}-name`, HTMLElement),
    format: new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }),
  }));
  const show = () => {
    const minutes = Math.max(0, Math.ceil((end - Date.now()) / MINUTE_MS));
    const left = [minutes / 1440, (minutes / 60) % 24, minutes % 60];
    for (const [index, { figure, name, format }] of units.entries()) {
      const count = Math.floor(left[index] ?? 0);
      setText(figure, `${count}`);
      setText(name, format.formatToParts(count).find(({ type }) => type === "unit")?.value ?? "");
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
