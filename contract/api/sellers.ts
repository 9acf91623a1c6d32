import { z } from "zod";
import type { Noun } from "../nouns.ts";
import { Country } from "../rules/countries.ts";
import {
  booleanField,
  Email,
  fieldMessages,
  INVISIBLE_CONTROLS,
  objectBody,
  optionalCode,
  optionalText,
  requiredText,
} from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { optionalUrl } from "../rules/url-fields.ts";
import { versionBy } from "../rules/versions.ts";
import { defineMessages } from "../texts.ts";
import { route } from "./route.ts";

/** The legal seller of a creator's page. All fields are public once saved. */
export const Seller = z.object({
  legal_name: z.string(),
  /** The address in several lines, without the country. */
  address: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  vat_id: z.string().nullable(),
  /** The public register with the seller's number in it. */
  register: z.string().nullable(),
  /** False for a private person: EU consumer rights do not apply to their sales. */
  is_trader: z.boolean(),
  /** The reason why no VAT is charged. */
  tax_note: z.string().nullable(),
  terms_url: z.string().nullable(),
  /** The delivery time of goods, shown before and after the order. */
  delivery_time: z.string().nullable(),
  /** True if the seller pays the return of goods after a withdrawal. */
  pays_return: z.boolean(),
  /** The seller's additions to the standard text about the right of withdrawal, in several lines. */
  withdrawal_note: z.string().nullable(),
});
export type Seller = z.infer<typeof Seller>;
export const sellerVersion = versionBy(Seller.nullable());

const hasNoControls = (value: string | null) => value === null || !INVISIBLE_CONTROLS.test(value);
const noControls = (noun: Noun) => ({ error: fieldMessages.invisibleControls({ noun }) });
const isOneLine = (value: string | null) => value === null || !/[\r\n]/.test(value);

/** Required public text. */
function publicText(noun: Noun, max: number) {
  return requiredText(noun, max).refine(hasNoControls, noControls(noun));
}

/** An optional public line. */
export function optionalLine(noun: Noun, max: number) {
  return optionalText(noun, max)
    .refine(isOneLine, { error: fieldMessages.severalLines({ noun }) })
    .refine(hasNoControls, noControls(noun));
}

const matches = (pattern: RegExp) => (value: string | null) => value === null || pattern.test(value);
export const sellerMessages = defineMessages("sellers", {
  addressLines: "Postal address must have at most {lines} lines.",
  phone: "Enter a valid phone number.",
  vatId: "Enter a valid VAT ID.",
  kind: "Choose business or private person.",
  noteLines: "Note on withdrawals must have at most {lines} lines.",
});

export const SellerInput = objectBody({
  legalName: publicText("Legal name", limits.legalName.max).refine(isOneLine, {
    error: fieldMessages.severalLines({ noun: "Legal name" }),
  }),
  address: publicText("Postal address", limits.postalAddress.max).refine(
    (value) => value.split("\n").length <= limits.postalAddress.lines,
    { error: sellerMessages.addressLines(limits.postalAddress) },
  ),
  country: Country,
  email: Email,
  phone: optionalCode("Phone number", limits.phone.max)
    .refine(matches(/^\+?[\d ()./-]{4,}$/), { error: sellerMessages.phone })
    .optional(),
  vatId: optionalCode("VAT ID", limits.vatId.max)
    .refine(matches(/^[A-Za-z0-9][A-Za-z0-9 .-]{3,}$/), { error: sellerMessages.vatId })
    .optional(),
  register: optionalLine("Register", limits.register.max).optional(),
  isTrader: z.boolean({ error: sellerMessages.kind }),
  taxNote: optionalLine("Tax note", limits.taxNote.max).optional(),
  termsUrl: optionalUrl({ noun: "Terms" }).nullable().optional(),
  deliveryTime: optionalLine("Delivery time", limits.deliveryTime.max).optional(),
  paysReturn: booleanField("Who pays the return").optional(),
  withdrawalNote: optionalText("Note on withdrawals", limits.withdrawalNote.max)
    .refine(hasNoControls, noControls("Note on withdrawals"))
    .refine((value) => value === null || value.split("\n").length <= limits.withdrawalNote.lines, {
      error: sellerMessages.noteLines(limits.withdrawalNote),
    })
    .optional(),
});
export type SellerInput = z.infer<typeof SellerInput>;

const SellerResponse = z.object({ seller: Seller.nullable() });

export const sellerRoutes = {
  show: route("GET", "/api/seller", "creator", {
    summary: "Seller details of the creator",
    responses: { 200: SellerResponse },
  }),
  /** Replaces all details. An omitted field becomes empty. */
  save: route("POST", "/api/seller", "creator", {
    summary: "Save the seller details, which are public from then on",
    body: SellerInput,
    errors: { 409: ["changed"] },
    bodyLimit: 40 * 1024,
    responses: { 200: SellerResponse },
    example: {
      legalName: "Anna Weber",
      address: "Hauptstraße 1\n10115 Berlin",
      country: "DE",
      email: "shop@anna.example",
      isTrader: true,
      taxNote: "No VAT is charged under § 19 UStG.",
      deliveryTime: "3 to 5 working days within the EU",
    },
  }),
};
