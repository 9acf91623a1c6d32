import { formatDay, formatMoney, formatPrice, formatTimestamp } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { usePageLanguage } from "./page-language.ts";

/** A date in the language of the page, isolated from surrounding text of another direction. */
export function Day({ at }: { at: string }) {
  const language = usePageLanguage();
  return (
    <time dateTime={at} dir="auto">
      {formatDay(at, language)}
    </time>
  );
}

/** A date and time in a time zone. */
export function Instant({ at, timeZone }: { at: string; timeZone: string }) {
  const language = usePageLanguage();
  return (
    <time dateTime={at} dir="auto">
      {formatTimestamp(at, timeZone, language)}
    </time>
  );
}

type MoneyProps = { cents: number; currency: string };

/** An amount of money. */
export function Money({ cents, currency }: MoneyProps) {
  return <bdi>{formatMoney(cents, currency, usePageLanguage())}</bdi>;
}

/** The label of a button that pays an amount. One element, because a button spaces its children. */
export function PayLabel(props: MoneyProps) {
  return <span>{rich("Pay {amount}", { amount: <Money {...props} /> })}</span>;
}

/** The buyer's price: "Free", or the amount. */
export function Price({ cents, currency }: MoneyProps) {
  return <bdi>{formatPrice(cents, currency, usePageLanguage())}</bdi>;
}
