import { z } from "zod";
import { booleanField, objectBody } from "../rules/fields.ts";
import { PaymentMode, ProviderName } from "../rules/order-states.ts";
import { machineText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";
import { route } from "./route.ts";

/** `own`: the account of the installation's keys. */
export const AccountKind = z.enum(["connected", "own"]);
export type AccountKind = z.infer<typeof AccountKind>;

/** Why the provider does not let an account sell although no details are missing, in the provider's words. */
export const AccountRestriction = z.object({
  status: z.enum(["restricted", "rejected", "unsupported"]),
  code: z.string().nullable(),
  resolution: z.string().nullable(),
});

export const ConnectStatus = z.object({
  /** The kinds of accounts on which creators can sell at this provider; empty without the operator's keys. */
  offers: z.array(AccountKind),
  connected: z.boolean(),
  tipsEnabled: z.boolean(),
  /** True if buyers may also pay with slow methods, such as direct debit. */
  delayedPaymentsEnabled: z.boolean(),
  platformFeeBps: z.number(),
  provider: ProviderName,
  mode: PaymentMode,
  kind: AccountKind.nullable(),
  /** True if the provider accepts payments for the account. */
  canSell: z.boolean(),
  country: z.string().nullable(),
  account: z
    .object({
      id: z.string(),
      requirements: z.object({ currentlyDue: z.array(z.string()), pastDue: z.array(z.string()) }),
      restriction: AccountRestriction.nullish(),
    })
    .nullable(),
});
export type ConnectStatus = z.infer<typeof ConnectStatus>;

export const connectMessages = defineMessages("connect", {
  country: "Choose the country you sell from.",
  provider: "Choose one of the payment providers.",
});

/** The provider. By default the provider of the account on which the creator sells. */
export const NamedProvider = z.enum(ProviderName.options, { error: connectMessages.provider }).optional();
/** A parameter from the provider's page. Invalid values are treated as missing, because the response is a page. */
const returned = (max: number) => machineText(max).catch("");
const ofProvider = objectBody({ provider: NamedProvider }).default({});

/** Why a return from the provider's page connected no account, as a parameter in the URL of the settings. */
export const ConnectFailure = z.enum(["refused", "expired", "taken", "failed"]);
export type ConnectFailure = z.infer<typeof ConnectFailure>;

/** Countries whose residents can open a Stripe account by themselves and take payments with it. */
export const SELLING_COUNTRIES: readonly string[] =
  `AE AT AU BE BG CA CH CY CZ DE DK EE ES FI FR GB GI GR HK HR HU IE IT JP LI LT LU LV MT MX MY NL NO NZ PL
  PT RO SE SG SI SK TH US`.split(/\s+/);

const UNAVAILABLE = ["payments.unavailable", "unavailable"];

export const connectRoutes = {
  status: route("GET", "/api/connect/status", "creator", {
    summary: "State of the payout account",
    query: z.object({ provider: NamedProvider }),
    responses: { 200: ConnectStatus },
  }),
  onboard: route("POST", "/api/connect/onboard", "creator", {
    recent: true,
    summary: "Start onboarding at the provider",
    body: objectBody({
      country: z.enum(SELLING_COUNTRIES, { error: connectMessages.country }).optional(),
      embedded: booleanField("Embedded").optional(),
      provider: NamedProvider,
    }).default({}),
    responses: {
      200: z.object({
        onboardingUrl: z.string(),
        embeddedClientSecret: z.string().nullable(),
        /** Null if the creator connects an existing account on the provider's page. */
        accountId: z.string().nullable(),
        platformFeeBps: z.number(),
      }),
    },
    errors: {
      403: ["accounts.unverified"],
      409: ["connect.already_connected", "connect.no_keys"],
      429: ["too_often"],
      503: UNAVAILABLE,
    },
    example: { country: "DE" },
  }),
  /** Public, because a user with an expired session is redirected to the sign-in page. */
  callback: route("GET", "/api/connect/:provider/callback", "public", {
    sideEffectOnGet: true,
    summary: "Return from the provider's page on which a creator connects an account",
    params: z.object({ provider: machineText(32, connectMessages.provider) }),
    query: z.object({ state: returned(200), code: returned(500), error: returned(100) }),
    responses: { 302: null },
    limit: { points: 60, seconds: 60 },
    errors: { 403: ["accounts.suspended", "creators.missing"], 404: ["not_found"], 429: ["too_often"] },
  }),
  refresh: route("POST", "/api/connect/refresh", "creator", {
    recent: true,
    summary: "Create a new onboarding link",
    body: ofProvider,
    responses: { 200: z.object({ onboardingUrl: z.string() }) },
    errors: { 403: ["accounts.unverified"], 409: ["connect.not_connected"], 503: UNAVAILABLE },
  }),
  tips: route("POST", "/api/connect/tips", "creator", {
    summary: "Turn tips on or off",
    body: objectBody({ enabled: booleanField("Enabled") }),
    responses: { 200: ConnectStatus },
    errors: {
      403: ["accounts.unverified"],
      409: ["connect.not_connected", "connect.requirements_due"],
      503: UNAVAILABLE,
    },
    example: { enabled: true },
  }),
  delayedPayments: route("POST", "/api/connect/delayed-payments", "creator", {
    summary: "Allow or disallow payment methods that take days",
    body: objectBody({ enabled: booleanField("Enabled") }),
    responses: { 200: ConnectStatus },
    example: { enabled: true },
  }),
  own: route("POST", "/api/connect/own", "admin", {
    recent: true,
    summary: "Sell on the installation's own account",
    body: ofProvider,
    responses: { 200: ConnectStatus },
    errors: {
      403: ["admin.only", "creators.missing"],
      409: ["connect.no_keys", "connect.already_connected"],
      503: UNAVAILABLE,
    },
  }),
  disconnect: route("POST", "/api/connect/disconnect", "creator", {
    recent: true,
    summary: "Disconnect the payout account",
    body: ofProvider,
    responses: { 200: ConnectStatus },
    errors: { 409: ["connect.not_connected"], 503: UNAVAILABLE },
  }),
};
