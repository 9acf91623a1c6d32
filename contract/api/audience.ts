import { z } from "zod";
import { Email, fieldMessages, IsoTime, maxLengthText, objectBody } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { machineText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";
import { PageNumber, pagination } from "./admin.ts";
import { IdParams, PUBLIC_READ_LIMIT, route } from "./route.ts";

const messages = defineMessages("audience", {
  source: "Choose a source: signup, order or import.",
  filter: "Choose a filter: all, signup, order, import or unconfirmed.",
  token: "The form is incomplete.",
});

/** The origin of an email: a signup tile, the consent to news in an order, or a list of readers elsewhere. */
export const AudienceSource = z.enum(["signup", "order", "import"], { error: messages.source });
export type AudienceSource = z.infer<typeof AudienceSource>;

export const AudienceFilter = z.enum(["all", "signup", "order", "import", "unconfirmed"], {
  error: messages.filter,
});
export type AudienceFilter = z.infer<typeof AudienceFilter>;

/** A member of a creator's audience, with the evidence of consent. */
export const AudienceMember = z.object({
  id: z.number(),
  email: z.string(),
  source: AudienceSource,
  /** The title of the tile, the name of the product at that time, or the name of the other service. */
  source_title: z.string(),
  /** The wording of the consent, as displayed. For imported readers with a proof, the creator's declaration. */
  consent_text: z.string(),
  consented_at: IsoTime,
  /** Null until the owner has confirmed the email, which receives nothing before. */
  confirmed_at: IsoTime.nullable(),
});
export type AudienceMember = z.infer<typeof AudienceMember>;

/** The hidden field that only bots fill in. */
export const TRAP_FIELD = "website";

const tileId = z.number({ error: fieldMessages.tileId }).int().positive();

const SignupInput = objectBody({
  tileId,
  email: Email,
  /** The form's token, which contains the time and wording of its display. */
  token: machineText(limits.token.max, messages.token),
  [TRAP_FIELD]: maxLengthText("Website", limits.url.max).optional(),
});

const filter = {
  search: maxLengthText("Search", limits.search.max).default(""),
  filter: AudienceFilter.default("all"),
};

export const audienceRoutes = {
  openForm: route("POST", "/api/public/signups/form", "public", {
    summary: "Open the form of a signup tile",
    body: objectBody({ tileId }),
    example: { tileId: 1 },
    limit: PUBLIC_READ_LIMIT,
    anyOrigin: true,
    responses: { 200: z.object({ token: z.string() }) },
    errors: { 404: ["not_found"], 409: ["audience.closed"] },
  }),
  signUp: route("POST", "/api/public/signups", "public", {
    summary: "Sign up for a creator's news. The response is the same for every email",
    body: SignupInput,
    example: { tileId: 1, email: "reader@example.org", token: "1790000000.2a5f" },
    limit: { points: 60, seconds: 60 },
    anyOrigin: true,
    responses: { 202: null },
    errors: { 404: ["not_found"], 409: ["audience.closed", "audience.form_outdated"] },
  }),
  list: route("GET", "/api/audience", "creator", {
    scopes: ["audience:read"],
    summary: "Audience of the creator, newest first",
    query: z.object({ ...filter, page: PageNumber }),
    responses: { 200: z.object({ members: z.array(AudienceMember), ...pagination }) },
  }),
  export: route("GET", "/api/audience/export.csv", "creator", {
    recent: true,
    summary: "Export the audience as CSV (RFC 4180)",
    query: z.object(filter),
    mediaType: "text/csv",
    limit: { points: 20, seconds: 60 },
    responses: { 200: null },
  }),
  remove: route("DELETE", "/api/audience/:id", "creator", {
    scopes: ["audience:write"],
    summary: "Delete an email from the audience",
    params: IdParams,
    responses: { 204: null },
  }),
};
