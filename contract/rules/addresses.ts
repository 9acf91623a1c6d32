import { z } from "zod";
import { Country } from "./countries.ts";
import { maxLengthText, objectBody, optionalText, visibleText } from "./fields.ts";
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

const required = (name: string, message: string) =>
  visibleText(
    message,
    limits.addressLine.max,
    `${name} must be at most ${limits.addressLine.max} characters.`,
  ).min(1, { error: message });

/** The postal address for a physical product, as a buyer enters it. */
export const AddressInput = objectBody({
  name: required("Name", "Enter the name of the recipient."),
  line1: required("Street", "Enter the street and house number."),
  line2: optionalText("The second line", limits.addressLine.max).default(null),
  postalCode: maxLengthText("Postal code", limits.postalCode.max),
  city: required("City", "Enter the city."),
  state: optionalText("State", limits.addressLine.max).default(null),
  country: Country,
});
export type AddressInput = z.infer<typeof AddressInput>;
