import { z } from "zod";
import { texts } from "../texts.ts";
import { Country } from "./countries.ts";
import { maxLengthText, objectBody, optionalText, requiredText } from "./fields.ts";
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

const messages = texts("addresses", {
  name: "Enter the name of the recipient.",
  line1: "Enter the street and house number.",
  city: "Enter the city.",
});
const { max } = limits.addressLine;

/** The postal address for a physical product, as a buyer enters it. */
export const AddressInput = objectBody({
  name: requiredText("Name", max, messages.name),
  line1: requiredText("Street", max, messages.line1),
  line2: optionalText("The second line", max).default(null),
  postalCode: maxLengthText("Postal code", limits.postalCode.max),
  city: requiredText("City", max, messages.city),
  state: optionalText("State", max).default(null),
  country: Country,
});
export type AddressInput = z.infer<typeof AddressInput>;
