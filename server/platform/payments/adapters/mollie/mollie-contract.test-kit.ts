import { z } from "zod";

/** Mollie's published rules for Tessera's requests: names, types, formats and lengths. An unknown name is rejected. */

const DECIMALS: Readonly<Record<string, number>> = { JPY: 0, ISK: 0 };
const CURRENCIES = new Set(
  "AUD BGN BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS ISK JPY MXN NOK NZD PHP PLN RON SEK SGD THB TWD USD ZAR".split(
    " ",
  ),
);
const Amount = z
  .strictObject({ currency: z.string().regex(/^[A-Z]{3}$/), value: z.string() })
  .refine(({ currency }) => CURRENCIES.has(currency), {
    error: "The currency is not supported",
    path: ["currency"],
  })
  .refine(
    ({ currency, value }) =>
      (DECIMALS[currency] === 0 ? /^(0|[1-9]\d*)$/ : /^(0|[1-9]\d*)\.\d{2}$/).test(value) &&
      Number(value) > 0,
    { error: "The amount contains an invalid value", path: ["value"] },
  );

const METHODS = [
  ...["alma", "applepay", "bacs", "bancomatpay", "bancontact", "banktransfer", "belfius", "billie"],
  ...["billink", "bizum", "blik", "creditcard", "directdebit", "eps", "giftcard", "ideal", "in3"],
  ...["kbc", "klarna", "mbway", "mobilepay", "multibanco", "mybank", "paybybank", "paypal"],
  ...["paysafecard", "pointofsale", "przelewy24", "riverty", "satispay", "swish", "trustly", "twint"],
  ...["vipps", "voucher"],
] as const;
const LOCALES = [
  ...["ca_ES", "cs_CZ", "da_DK", "de_AT", "de_CH", "de_DE", "de_LU", "en_BE", "en_GB", "en_NL", "en_US"],
  ...["es_ES", "fi_FI", "fr_BE", "fr_FR", "fr_LU", "hu_HU", "is_IS", "it_IT", "lt_LT", "lv_LV", "nb_NO"],
  ...["nl_BE", "nl_NL", "pl_PL", "pt_PT", "sk_SK", "sv_SE"],
] as const;

const Url = z.url({ protocol: /^https?$/ });
const UNREACHABLE = /^https?:\/\/(localhost|127\.|10\.|192\.168\.|\[::1\]|[^/.]+[/:]|[^/]+\.local[/:])/;
const WebhookUrl = Url.refine((url) => !UNREACHABLE.test(url), {
  error: "The webhook URL is invalid because it is unreachable from Mollie's point of view",
});
const Metadata = z
  .record(z.string(), z.unknown())
  .refine((value) => JSON.stringify(value).length <= 1024, { error: "The metadata is too long" });
const Testmode = z.boolean();
const Text = z.string().min(1).max(255);

const Name = z.string().min(2).regex(/\D/, { error: "A name cannot contain only numbers" });
const Address = z
  .strictObject({
    givenName: Name,
    familyName: Name,
    streetAndNumber: z.string().min(1),
    streetAdditional: z.string().min(1),
    postalCode: z.string().min(1),
    city: z.string().min(1),
    region: z.string().min(1),
    country: z.string().regex(/^[A-Z]{2}$/),
    email: z.email(),
  })
  .partial()
  .refine(
    (given) => given.email || (given.streetAndNumber && given.postalCode && given.city && given.country),
    {
      error: "An email or a postal address is needed",
    },
  );

export const NewPayment = z.strictObject({
  amount: Amount,
  description: Text,
  redirectUrl: Url,
  cancelUrl: Url.optional(),
  webhookUrl: WebhookUrl.optional(),
  metadata: Metadata.optional(),
  locale: z.enum(LOCALES).optional(),
  method: z.union([z.enum(METHODS), z.array(z.enum(METHODS)).min(1)]).optional(),
  billingAddress: Address.optional(),
  shippingAddress: Address.optional(),
  profileId: z
    .string()
    .regex(/^pfl_.+$/)
    .optional(),
  applicationFee: z.strictObject({ amount: Amount, description: Text }).optional(),
  testmode: Testmode.optional(),
});
export const NewRefund = z.strictObject({
  amount: Amount,
  description: Text.optional(),
  metadata: Metadata.optional(),
  testmode: Testmode.optional(),
});
export const Cancellation = z.strictObject({ testmode: Testmode.optional() });
export const PaymentQuery = z.strictObject({
  embed: z
    .string()
    .regex(/^(captures|refunds|chargebacks)(,(captures|refunds|chargebacks))*$/)
    .optional(),
  testmode: z.literal("true").optional(),
});
export const ListQuery = z.strictObject({
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .optional(),
});
export const NoQuery = z.strictObject({ testmode: z.literal("true").optional() });
export const KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export type Problem = { field: string; detail: string };

/** Returns the first problem that a schema finds, as Mollie reports it. */
export function findProblem(schema: z.ZodType, value: unknown): Problem | undefined {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  if (!issue) return undefined;
  const unknown = issue.code === "unrecognized_keys" ? issue.keys : [];
  return { field: [...issue.path, ...unknown].join("."), detail: issue.message };
}
