import { z } from "zod";
import { IsoTime } from "../rules/fields.ts";
import { Announcement } from "./announcements.ts";
import { ApiKey } from "./api-keys.ts";
import { Appearance } from "./appearance.ts";
import { AudienceMember } from "./audience.ts";
import { SentEmail } from "./audience-campaigns.ts";
import { Creator } from "./creators.ts";
import { ArchivedSeries } from "./discount-series.ts";
import { Discount } from "./discounts.ts";
import { Feedback } from "./feedback.ts";
import { Letter } from "./letters.ts";
import { CreatorOrder } from "./orders.ts";
import { ArchivedVersion } from "./product-versions.ts";
import { Product } from "./products.ts";
import { Seller } from "./sellers.ts";
import { AcceptedVersion } from "./site-documents.ts";
import { Tile } from "./tiles.ts";
import { WebhookEndpoint } from "./webhooks.ts";

export const ARCHIVE_FORMAT = "tessera-account";
export const ARCHIVE_VERSION = 1;

/** The list of all other entries with their hashes. */
export const ArchiveManifest = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.literal(ARCHIVE_VERSION),
  created_at: IsoTime,
  /** The installation that made the archive. */
  source: z.string(),
  entries: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

/** The profile and other single values of a page. */
export const ArchivePage = z.object({
  creator: Creator,
  appearance: Appearance.partial(),
  announcement: Announcement.nullable(),
  seller: Seller.nullable(),
  /** The language of the console and of emails to the user: the chosen one, and that of the browser of the last sign-in. Missing in older archives. */
  language: z.object({ chosen: z.string().nullable(), browser: z.string().nullable() }).optional(),
});

/** A product file (`files/ID`), or a picture (`pictures/ID.webp`). */
export const ArchiveFile = z.object({
  id: z.string(),
  purpose: z.enum(["image", "digital"]),
  name: z.string(),
  size: z.number(),
  sha256: z.string(),
  created_at: IsoTime,
});

/** A product with its latest versions, newest first. Older archives have no versions. */
const ArchivedProduct = Product.extend({ versions: z.array(ArchivedVersion).optional() });

/** The JSON files of an archive by their path. */
export const archiveSchemas = {
  "manifest.json": ArchiveManifest,
  "data/page.json": ArchivePage,
  "data/tiles.json": z.object({ tiles: z.array(Tile) }),
  "data/products.json": z.object({ products: z.array(ArchivedProduct) }),
  "data/discounts.json": z.object({ discounts: z.array(Discount) }),
  "data/series.json": z.object({ series: z.array(ArchivedSeries) }),
  "data/orders.json": z.object({ orders: z.array(CreatorOrder) }),
  /** `language` is that of the signup, or null if it is unknown. */
  "data/audience.json": z.object({
    audience: z.array(AudienceMember.extend({ language: z.string().nullable() })),
  }),
  "data/letters.json": z.object({ letters: z.array(Letter) }),
  "data/emails.json": z.object({ emails: z.array(SentEmail) }),
  "data/keys.json": z.object({ keys: z.array(ApiKey) }),
  "data/webhooks.json": z.object({ webhooks: z.array(WebhookEndpoint) }),
  "data/feedback.json": z.object({ feedback: z.array(Feedback) }),
  "data/documents.json": z.object({ documents: z.array(AcceptedVersion) }),
  "data/files.json": z.object({ files: z.array(ArchiveFile) }),
} as const;

/** Returns the JSON Schema of each JSON file, as an archive contains it. */
export const archiveJsonSchema = () => ({
  format: ARCHIVE_FORMAT,
  version: ARCHIVE_VERSION,
  files: Object.fromEntries(
    Object.entries(archiveSchemas).map(([path, schema]) => [path, z.toJSONSchema(schema)]),
  ),
});
