import { z } from "zod";
import { booleanField, objectBody } from "./fields.ts";
import { route } from "./route.ts";

/** `sandbox`: no keys are set. */
export const PaymentMode = z.enum(["sandbox", "test", "live"]);
export type PaymentMode = z.infer<typeof PaymentMode>;

/** `own`: the account behind the installation's keys. `express`: an account of an earlier release, which cannot sell. */
export const AccountKind = z.enum(["connected", "own", "express"]);
export type AccountKind = z.infer<typeof AccountKind>;

export const ConnectStatus = z.object({
  connected: z.boolean(),
  tipsEnabled: z.boolean(),
  platformFeeBps: z.number(),
  provider: z.literal("stripe"),
  mode: PaymentMode,
  kind: AccountKind.nullable(),
  /** The provider takes payments for the account. */
  canSell: z.boolean(),
  country: z.string().nullable(),
  account: z
    .object({
      id: z.string(),
      requirements: z.object({ currentlyDue: z.array(z.string()), pastDue: z.array(z.string()) }),
    })
    .nullable(),
});
export type ConnectStatus = z.infer<typeof ConnectStatus>;

export const connectRoutes = {
  status: route({
    method: "GET",
    path: "/api/connect/status",
    access: "creator",
    summary: "State of the payout account",
    responses: { 200: ConnectStatus },
  }),
  onboard: route({
    method: "POST",
    path: "/api/connect/onboard",
    access: "creator",
    summary: "Start onboarding at the provider",
    body: objectBody({ embedded: booleanField("Embedded").optional() }).default({}),
    responses: {
      200: z.object({
        onboardingUrl: z.string(),
        embeddedClientSecret: z.string().nullable(),
        accountId: z.string(),
        platformFeeBps: z.number(),
      }),
    },
  }),
  refresh: route({
    method: "POST",
    path: "/api/connect/refresh",
    access: "creator",
    summary: "Create a new onboarding link",
    responses: { 200: z.object({ onboardingUrl: z.string() }) },
  }),
  tips: route({
    method: "POST",
    path: "/api/connect/tips",
    access: "creator",
    summary: "Turn tips on or off",
    body: objectBody({ enabled: booleanField("Enabled") }),
    responses: { 200: ConnectStatus },
  }),
};
