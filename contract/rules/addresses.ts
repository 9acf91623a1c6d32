import { z } from "zod";
import { defineMessages } from "../texts.ts";
import { Country } from "./countries.ts";
import { objectBody, optionalText, requiredText, typedCode } from "./fields.ts";
import { limits } from "./limits.ts";

/** A postal address. */
export const PostalAddress = z.object({
  name: z.string(),
  line1: z.string(),
  line2: z.string().nullable(),
  postal_code: z.string(),
  city: z.string(),
  state: z.string().nullable(),
  /** ISO 3166-1 alpha-2, upper case. */
  country: z.string(),
});
export type PostalAddress = z.infer<typeof PostalAddress>;

const messages = defineMessages("addresses", {
  name: "Enter the name of the recipient.",
  line1: "Enter the street and house number.",
  city: "Enter the city.",
  postalCode: "Enter the postal code.",
});
const { max } = limits.addressLine;

/** Countries without postal codes, or where they are not in use (https://github.com/google/libaddressinput). */
const WITHOUT_POSTAL_CODE = new Set(
  `AE AG AO AQ AW BF BI BJ BO BQ BS BV BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN LC LY ML
  MO MR MS MW NR NU PA PS QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TT TV UG VU WS YE ZW`.split(/\s+/),
);

/** Returns true if the addresses of a country have a postal code. */
export const hasPostalCode = (country: string) => !WITHOUT_POSTAL_CODE.has(country);

const CodeAndCountry = z.object({ postalCode: z.string(), country: Country });

/** The postal address for a physical product, as entered by a buyer. */
export const AddressInput = objectBody({
  name: requiredText("Name", max, messages.name),
  line1: requiredText("Street", max, messages.line1),
  line2: optionalText("The second line", max).default(null),
  postalCode: typedCode("Postal code", limits.postalCode.max),
  city: requiredText("City", max, messages.city),
  state: optionalText("State", max).default(null),
  country: Country,
}).refine(({ postalCode, country }) => postalCode !== "" || !hasPostalCode(country), {
  error: messages.postalCode,
  path: ["postalCode"],
  // Runs even if other fields are invalid, so that all errors are reported together.
  when: ({ value }) => CodeAndCountry.safeParse(value).success,
});
export type AddressInput = z.infer<typeof AddressInput>;
