import { z } from "zod";

/** An amount as Mollie writes it: `{ currency: "EUR", value: "10.00" }`. */
export const MollieAmount = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  value: z.string().regex(/^-?\d{1,12}(\.\d{1,3})?$/),
});
export type MollieAmount = z.infer<typeof MollieAmount>;

/** Converts minor units and a lower-case currency code to Mollie's format. */
export function toMollieAmount(minorUnits: number, currency: string): MollieAmount {
  const code = currency.toUpperCase();
  const digits = digitsOf(code);
  const text = String(minorUnits).padStart(digits + 1, "0");
  const at = text.length - digits;
  return { currency: code, value: digits === 0 ? text : `${text.slice(0, at)}.${text.slice(at)}` };
}

/** Converts an amount in Mollie's format to minor units. */
export function fromMollieAmount({ currency, value }: MollieAmount): number {
  const [whole = "0", part = ""] = value.replace("-", "").split(".");
  const digits = digitsOf(currency);
  const amount = Number(whole + part.padEnd(digits, "0").slice(0, digits));
  return value.startsWith("-") ? -amount : amount;
}

/** Currencies that Mollie writes without decimals. A fixed list, because `Intl` disagrees with ISO 4217 about other currencies, such as HUF. */
const WITHOUT_DECIMALS: ReadonlySet<string> = new Set(["JPY", "ISK"]);

const digitsOf = (code: string) => (WITHOUT_DECIMALS.has(code) ? 0 : 2);
