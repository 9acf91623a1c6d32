import type { z } from "zod";

/** `full`: no value is missing. `mixed`: some are. `empty`: lists are empty, and all values that can be missing are. */
export type Fill = "full" | "mixed" | "empty";

const TEXT = "Ωμέγα";
const DAY = 24 * 60 * 60 * 1000;
const NOW = Math.floor(Date.now() / DAY) * DAY;
/** Days before and after today in turn. */
const at = (index: number) =>
  new Date(NOW + (index % 2 === 0 ? -1 : 1) * ((index % 20) + 1) * DAY).toISOString();
/** Strings with a meaning, by their name. Other texts have no Latin letters, like nothing of the product. */
const STRINGS: readonly [RegExp, (index: number) => string][] = [
  [/(_at|At|since|until|month)$/, at],
  [/avatar|image|media/, (index) => `/uploads/${index}.webp`],
  [/_(url|path)$|Url$|^(url|path|page|uri|qr)$/, (index) => `https://example.org/${index}`],
  [/email|mail_to|reply_to/, (index) => `${index}@example.org`],
  [/countr|_from$/, (index) => ["DE", "FR", "IT", "ES", "PT"][index % 5] ?? ""],
  [/currency/, (index) => ["eur", "usd", "chf", "gbp", "pln"][index % 5] ?? ""],
  [/language/, () => "de"],
  [/time_zone/, () => "Europe/Berlin"],
  [/interval/, () => "month"],
  [/challenge|secret/, () => "AAAA"],
  [/accent|chosen|shown/, () => "#336699"],
];

/** Returns a value of a schema, the same one each time. */
export function sampleOf(schema: z.core.$ZodType, fill: Fill, seed = 0): unknown {
  let drawn = 1;
  /** Returns one of many numbers that seem to be random. */
  const draw = (below: number) => {
    drawn = (drawn * 48271) % 2147483647;
    return drawn % below;
  };
  const is = () => fill === "full" || (fill === "mixed" && draw(2) === 0);

  const sample = (one: z.core.$ZodType, name: string, index: number): unknown => {
    const { def } = (one as z.core.$ZodTypes)._zod;
    switch (def.type) {
      case "object":
        return Object.fromEntries(
          Object.entries(def.shape).map(([key, value]) => [key, sample(value, key, index)]),
        );
      case "array":
        return Array.from({ length: fill === "empty" ? 0 : mostChoices(def.element) }, (_, place) =>
          sample(def.element, name, place),
        );
      case "nullable":
        return is() ? sample(def.innerType, name, index) : null;
      case "optional":
        return is() ? sample(def.innerType, name, index) : undefined;
      case "default":
        return sample(def.innerType, name, index);
      case "enum":
        return choiceOf(name, Object.values(def.entries), index);
      case "union":
        return sample(def.options[index % def.options.length] as z.core.$ZodType, name, index);
      case "literal":
        return def.values[0];
      case "record":
        return { [TEXT]: sample(def.valueType, TEXT, index) };
      case "boolean":
        return is();
      case "number":
        return /cents/i.test(name) ? 2500 + index : index + 1;
      case "string":
        return stringOf(name, (def as { format?: string }).format, seed * 100 + index);
      case "null":
      case "unknown":
        return null;
      default:
        throw new Error(`${name}: no sample of ${def.type}.`);
    }
  };
  return sample(schema, "", 0);
}

/** Only these providers have names. The others are those of orders without a payment. */
const choiceOf = (name: string, choices: readonly unknown[], index: number) =>
  name === "provider" ? ["stripe", "mollie"][index % 2] : choices[index % choices.length];

function stringOf(name: string, format: string | undefined, index: number): string {
  if (format === "datetime") return at(index);
  if (format === "date") return at(index).slice(0, 10);
  if (format === "uuid" || name === "id") return `0190b4a0-0000-7000-8000-${`${index}`.padStart(12, "0")}`;
  return STRINGS.find(([pattern]) => pattern.test(name))?.[1](index) ?? `${TEXT} ${index}`;
}

/** Returns how many items show each choice of a list's items: 2 without choices. */
function mostChoices(schema: z.core.$ZodType): number {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "object") return Math.max(2, ...Object.values(def.shape).map(mostChoices));
  if (def.type === "nullable" || def.type === "optional") return mostChoices(def.innerType);
  return def.type === "enum" ? Object.keys(def.entries).length : 2;
}
