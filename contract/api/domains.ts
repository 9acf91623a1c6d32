import { z } from "zod";
import { domainLimits } from "../rules/domain-limits.ts";
import { booleanField, IsoTime, objectBody, requiredText } from "../rules/fields.ts";
import { defineMessages } from "../texts.ts";
import { OpaqueIdParams, route } from "./route.ts";

const messages = defineMessages("domains", {
  main: "The main domain changes by choosing another one.",
});

/** A DNS record to set. */
export const DomainRecord = z.object({
  type: z.enum(["TXT", "CNAME", "A", "AAAA"]),
  name: z.string(),
  value: z.string(),
});
export type DomainRecord = z.infer<typeof DomainRecord>;

/** `silent`: no DNS server answered. `missing`: there is no such record. `different`: records exist, none of them the expected one. */
export const DomainFailure = z.enum(["silent", "missing", "different", "taken"]);
export type DomainFailure = z.infer<typeof DomainFailure>;

/** A creator's own domain. */
export const Domain = z.object({
  id: z.string(),
  /** The name in ASCII. */
  name: z.string(),
  /** The name in its own script. */
  display_name: z.string(),
  /** `paused` was proven before. Only a `proven` name shows the page. */
  state: z.enum(["pending", "proven", "paused"]),
  /** Links to the page begin with this name, once it is proven. */
  is_main: z.boolean(),
  /** The page's address on the main host redirects here. Only for the main name. */
  redirects: z.boolean(),
  /** The record that proves the name. */
  proof: DomainRecord,
  /** The records that lead visitors here. */
  routing: z.array(DomainRecord),
  /** The last reading of the proof, or null before the first. `taken`: another page has proven the name. */
  failure: DomainFailure.nullable(),
  /** The values of the TXT records that were found. */
  found: z.array(z.string()),
  /** The last reading of the name's own records, or null if they lead here, or were not read yet. */
  routing_failure: DomainFailure.exclude(["taken"]).nullable(),
  routing_found: z.array(z.string()),
  created_at: IsoTime,
  checked_at: IsoTime.nullable(),
  /** The next reading, or null if only the creator starts one. */
  next_check_at: IsoTime.nullable(),
  proven_at: IsoTime.nullable(),
  /** Since when the proof of a proven name is gone. It pauses the name after seven days. */
  failing_since: IsoTime.nullable(),
});
export type Domain = z.infer<typeof Domain>;

export const DomainInput = objectBody({
  name: requiredText("Domain", domainLimits.text.max),
});
export type DomainInput = z.output<typeof DomainInput>;
export const DomainChange = objectBody({
  /** Makes this the main name. */
  isMain: z.literal(true, { error: messages.main }).optional(),
  redirects: booleanField("Redirect").optional(),
});
export type DomainChange = z.output<typeof DomainChange>;

const OneDomain = z.object({ domain: Domain });
const params = OpaqueIdParams;

/** The creator's own domains. */
export const domainRoutes = {
  list: route("GET", "/api/domains", "creator", {
    summary: "Own domains of the creator with their state and the DNS records to set",
    responses: {
      200: z.object({
        /** Whether the site has own domains. */
        available: z.boolean(),
        domains: z.array(Domain),
      }),
    },
  }),
  add: route("POST", "/api/domains", "creator", {
    summary: "Add an own domain. It shows the page once its TXT record proves it",
    body: DomainInput,
    responses: { 201: OneDomain },
    example: { name: "example.org" },
    limit: { points: 30, seconds: 600 },
    errors: {
      400: ["blocks.link_blocked", "domains.invalid"],
      403: ["accounts.unverified", "domains.off"],
      409: ["domains.exists", "domains.limit_reached"],
    },
  }),
  check: route("POST", "/api/domains/:id/check", "creator", {
    summary: "Read the DNS records of an own domain now",
    params,
    responses: { 200: OneDomain },
    limit: { points: 20, seconds: 300 },
    errors: { 403: ["domains.off"] },
  }),
  change: route("PATCH", "/api/domains/:id", "creator", {
    summary: "Make an own domain the main name, or let the page on the main host redirect to it",
    params,
    body: DomainChange,
    responses: { 200: OneDomain },
    errors: { 403: ["domains.off"], 409: ["domains.not_main", "domains.not_proven"] },
  }),
  remove: route("DELETE", "/api/domains/:id", "creator", {
    allowsSuspended: true,
    summary: "Remove an own domain. It stops showing the page within a second",
    params,
    responses: { 204: null },
  }),
};
