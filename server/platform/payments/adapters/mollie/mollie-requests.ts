import { createHash } from "node:crypto";
import { paymentEventRoutes } from "../../../../../contract/api/payment-events.ts";
import { isPublicHost } from "../../../net/public-host.ts";
import { cancelUrlOf, describeSale, type NewPayment, type NewRefund } from "../../sales.ts";
import { REFERENCE } from "../../stripe-event.ts";
import type { Access } from "./mollie-access.ts";
import { toMollieAmount } from "./mollie-amounts.ts";

/** The methods whose money is certain at once. All others may take days. */
const INSTANT_METHODS: readonly string[] = [
  "alma",
  "applepay",
  "bancomatpay",
  "bancontact",
  "belfius",
  "bizum",
  "blik",
  "creditcard",
  "eps",
  "giftcard",
  "ideal",
  "kbc",
  "mbway",
  "mobilepay",
  "mybank",
  "paypal",
  "paysafecard",
  "przelewy24",
  "satispay",
  "swish",
  "twint",
  "vipps",
];

const LOCALES: Readonly<Record<string, string>> = {
  ...{ ca: "ca_ES", cs: "cs_CZ", da: "da_DK", de: "de_DE", en: "en_GB", es: "es_ES", fi: "fi_FI" },
  ...{ fr: "fr_FR", hu: "hu_HU", is: "is_IS", it: "it_IT", lt: "lt_LT", lv: "lv_LV", nb: "nb_NO" },
  ...{ nl: "nl_NL", pl: "pl_PL", pt: "pt_PT", sk: "sk_SK", sv: "sv_SE" },
};

const DESCRIPTION_MAX = 255;

/** Returns the body of the request for a payment. */
export function paymentBody(payment: NewPayment, access: Access, publicUrl: string): object {
  const { id, amount, currency, email, address, returnUrl, allowLate, locale } = payment;
  const mollieLocale = LOCALES[(locale ?? "").slice(0, 2).toLowerCase()];
  return {
    amount: toMollieAmount(amount, currency),
    description: descriptionOf(payment),
    redirectUrl: returnUrl,
    cancelUrl: cancelUrlOf(returnUrl),
    ...webhookOf(publicUrl),
    metadata: { [REFERENCE]: id },
    ...appFields(payment, access),
    ...(mollieLocale ? { locale: mollieLocale } : {}),
    ...(allowLate ? {} : { method: INSTANT_METHODS }),
    ...(email === null ? {} : { billingAddress: { email } }),
    ...(address ? { shippingAddress: addressOf(address, email) } : {}),
  };
}

/** Returns a description that ends with the beginning of our id, so that payments of one product differ at Mollie, in exports and on statements. */
function descriptionOf(payment: NewPayment): string {
  const end = ` · ${payment.id.slice(0, 8).toUpperCase()}`;
  return describeSale(payment).slice(0, DESCRIPTION_MAX - end.length) + end;
}

/** Returns the URL for events, or nothing if Mollie cannot reach it, because Mollie refuses such a URL. Without events, the return page and regular reads find the payment's state. */
function webhookOf(publicUrl: string): { webhookUrl?: string } {
  if (!isPublicHost(new URL(publicUrl).hostname)) return {};
  return { webhookUrl: publicUrl + paymentEventRoutes.webhook.path.replace(":provider", "mollie") };
}

/** Returns an address in Mollie's form. Mollie accepts no name of one letter or of digits alone, and requires an email with an incomplete address. */
function addressOf(address: NonNullable<NewPayment["address"]>, email: string | null) {
  const { name, line1, line2, postalCode, city, state, country } = address;
  const [first = name, ...rest] = name.trim().split(/\s+/);
  const familyName = rest.join(" ") || first;
  return {
    ...(isMollieName(first) ? { givenName: first } : {}),
    ...(isMollieName(familyName) ? { familyName } : {}),
    ...(email === null ? {} : { email }),
    streetAndNumber: line1,
    ...(line2 ? { streetAdditional: line2 } : {}),
    ...(postalCode ? { postalCode } : {}),
    city,
    ...(state ? { region: state } : {}),
    country,
  };
}

const isMollieName = (name: string) => [...name].length >= 2 && !/^\d+$/.test(name);

/** Additional fields of a payment on a connected account. */
function appFields({ fee, currency }: NewPayment, { app }: Access): object {
  if (!app) return {};
  return {
    ...(app.profileId ? { profileId: app.profileId } : {}),
    ...(fee > 0
      ? { applicationFee: { amount: toMollieAmount(fee, currency), description: "Platform fee" } }
      : {}),
  };
}

/** Returns the idempotency key of a refund. Each attempt has its own, because Mollie may repeat a refusal for the same key. */
export function keyOf({ id, attempt = 0 }: Pick<NewRefund, "id" | "attempt">): string {
  if (attempt === 0) return id;
  const hex = createHash("sha256").update(`${id}-${attempt}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
