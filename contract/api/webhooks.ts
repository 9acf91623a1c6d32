import { z } from "zod";
import { booleanField, boundedList, IsoTime, objectBody } from "../rules/fields.ts";
import { httpUrl } from "../rules/url-fields.ts";
import { TEST_EVENT, WEBHOOK_TYPES } from "../rules/webhook-types.ts";
import { defineMessages } from "../texts.ts";
import { PageNumber } from "./admin.ts";
import { OpaqueIdParams, route } from "./route.ts";

const messages = defineMessages("webhooks", {
  types: "Choose the events.",
  https: "URL must begin with https://.",
});

/** A URL of a creator's program that receives events. */
export const WebhookEndpoint = z.object({
  id: z.string(),
  url: z.string(),
  types: z.array(z.enum(WEBHOOK_TYPES)),
  /** Null for an enabled endpoint. `failing`: every delivery failed for five days. `gone`: its server answered 410. */
  disabled: z.enum(["off", "failing", "gone"]).nullable(),
  /** The first failure since the last success, or null. */
  failing_since: IsoTime.nullable(),
  /** Until this time deliveries are also signed with the former secret. Null without one. */
  rotation_until: IsoTime.nullable(),
  created_at: IsoTime,
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** An event on its way to an endpoint, with its latest attempts. */
export const WebhookDelivery = z.object({
  id: z.string(),
  /** The `webhook-id` of the event, the same in each attempt. */
  event_id: z.string(),
  type: z.enum([...WEBHOOK_TYPES, TEST_EVENT]),
  state: z.enum(["pending", "delivered", "failed"]),
  /** The body. */
  payload: z.string(),
  created_at: IsoTime,
  /** The time of the next attempt of a pending delivery. */
  next_at: IsoTime.nullable(),
  /** The latest ten, newest first. */
  attempts: z.array(
    z.object({
      at: IsoTime,
      /** Null without a response. */
      status: z.number().nullable(),
      ms: z.number(),
      /** The first 2,048 characters. Null without a response, and in attempts before the latest. */
      response: z.string().nullable(),
      /** The reason if there was no response. */
      error: z.string().nullable(),
    }),
  ),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const Types = boundedList(z.enum(WEBHOOK_TYPES, { error: messages.types }), WEBHOOK_TYPES.length, {
  type: messages.types,
  tooMany: messages.types,
})
  .refine((types) => types.length > 0, { error: messages.types })
  .transform((types) => WEBHOOK_TYPES.filter((type) => types.includes(type)));
const Url = httpUrl({ noun: "URL", form: messages.https }).refine((url) => url.startsWith("https:"), {
  error: messages.https,
});

export const WebhookInput = objectBody({ url: Url, types: Types });
export type WebhookInput = z.output<typeof WebhookInput>;

/** An endpoint that is enabled again receives the events that it missed because of errors. */
export const WebhookPatch = objectBody({
  url: Url.optional(),
  types: Types.optional(),
  enabled: booleanField("Enabled").optional(),
});
export type WebhookPatch = z.output<typeof WebhookPatch>;

const Endpoint = z.object({ endpoint: WebhookEndpoint });
const WithSecret = Endpoint.extend({ secret: z.string() });
const DeliveryParams = OpaqueIdParams.extend({ delivery: OpaqueIdParams.shape.id });
const CHANGES = { points: 60, seconds: 600 } as const;
const SENDS = { points: 60, seconds: 3600 } as const;

export const webhookRoutes = {
  list: route("GET", "/api/webhook-endpoints", "creator", {
    summary: "Webhook endpoints of the creator, oldest first",
    responses: { 200: z.object({ endpoints: z.array(WebhookEndpoint) }) },
  }),
  create: route("POST", "/api/webhook-endpoints", "creator", {
    recent: true,
    summary:
      "Add a webhook endpoint. Only this response and a rotation have the secret that signs its events",
    body: WebhookInput,
    responses: { 201: WithSecret },
    limit: CHANGES,
    example: { url: "https://shop.example/hooks", types: ["order.paid"] },
    errors: {
      400: ["invalid_input", "webhooks.not_reachable"],
      403: ["accounts.unverified"],
      409: ["webhooks.limit_reached"],
    },
  }),
  update: route("PATCH", "/api/webhook-endpoints/:id", "creator", {
    recent: true,
    summary: "Change the URL or the events of an endpoint, or enable or disable it",
    params: OpaqueIdParams,
    body: WebhookPatch,
    responses: { 200: Endpoint },
    limit: CHANGES,
    errors: { 400: ["invalid_input", "webhooks.not_reachable"] },
  }),
  remove: route("DELETE", "/api/webhook-endpoints/:id", "creator", {
    allowsSuspended: true,
    summary: "Delete an endpoint with its deliveries",
    params: OpaqueIdParams,
    responses: { 204: null },
  }),
  rotate: route("POST", "/api/webhook-endpoints/:id/rotate", "creator", {
    recent: true,
    summary: "Replace the secret of an endpoint. For a day, deliveries are signed with both secrets",
    params: OpaqueIdParams,
    responses: { 200: WithSecret },
    limit: CHANGES,
  }),
  test: route("POST", "/api/webhook-endpoints/:id/test", "creator", {
    summary: "Send a test event to an endpoint",
    params: OpaqueIdParams,
    responses: { 202: z.object({ eventId: z.string() }) },
    limit: SENDS,
    errors: { 409: ["webhooks.disabled"] },
  }),
  deliveries: route("GET", "/api/webhook-endpoints/:id/deliveries", "creator", {
    summary: "Deliveries to an endpoint in the last 30 days, newest first",
    params: OpaqueIdParams,
    query: z.object({ page: PageNumber }),
    responses: {
      200: z.object({
        deliveries: z.array(WebhookDelivery),
        total: z.number(),
        page: z.number(),
        pageSize: z.number(),
      }),
    },
  }),
  redeliver: route("POST", "/api/webhook-endpoints/:id/deliveries/:delivery/redeliver", "creator", {
    summary: "Send an event to its endpoint again, with the same id",
    params: DeliveryParams,
    responses: { 202: z.object({ delivery: WebhookDelivery }) },
    limit: SENDS,
    errors: { 409: ["webhooks.disabled"] },
  }),
};
