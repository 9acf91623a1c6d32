import type { Plan } from "../../contract/api/creators.ts";
import type { Signup } from "../../contract/api/storefront.ts";
import type { Clock } from "./clock/index.ts";
import type { Database } from "./database/index.ts";
import { createDiskSpace, type DiskSpace } from "./disk.ts";
import type { FindCountry } from "./geoip/index.ts";
import { createDatabaseRateLimiter } from "./http/database-rate-limiter.ts";
import { noRateLimiter, type RateLimiter } from "./http/rate-limiter.ts";
import type { Jobs } from "./jobs/port.ts";
import type { Log } from "./log/index.ts";
import { createEmailQueue } from "./mail/mails.ts";
import type { EmailQueue, MailSender } from "./mail/port.ts";
import type { OpenId } from "./openid/port.ts";
import type { PageInvalidations } from "./page-invalidation.ts";
import type { EventSources, Payments } from "./payments/port.ts";
import type { SalesProviders } from "./payments/sales.ts";
import type { MailRenderer, PreviewRenderer, Renderer } from "./render/port.ts";
import type { Storage } from "./storage/port.ts";
import { createTokenDeriver, type DeriveToken } from "./tokens.ts";

/** The adapters that `compose.ts` and the tests select. */
export type InfrastructureParts = {
  db: Database;
  log: Log;
  clock: Clock;
  jobs: Jobs;
  sender: MailSender;
  renderer: Renderer & MailRenderer & PreviewRenderer;
  storage: Storage;
  pageInvalidations: PageInvalidations;
  payments: Payments;
  eventSources: EventSources;
  /** Take money for creators: `mock` for those who have chosen no provider. */
  sales: SalesProviders;
  /** Null when no provider is configured. */
  openId: OpenId | null;
  findCountry: FindCountry;
  settings: Settings;
};

/** The dependencies of every module. */
export type Infrastructure = InfrastructureParts & {
  limits: RateLimiter;
  mails: EmailQueue;
  derive: DeriveToken;
  disk: DiskSpace;
};

/** The configuration that modules need. */
export type Settings = {
  publicUrl: string;
  trustProxy: string[] | undefined;
  countryHeader: string | undefined;
  rateLimits: boolean;
  maxUploadBytes: number;
  uploadQuotaBytes: number;
  /** Disk space that uploads leave free; 0: none. */
  diskReserveBytes: number;
  /** Lower case; its account becomes an administrator once the email is proven to be its user's. */
  adminEmail: string | undefined;
  requireVerifiedEmail: boolean;
  signup: Signup;
  /** The product at the payment provider that is the Creator plan. */
  stripeProductId: string;
  /** A service that renders QR codes; without one they are rendered here. */
  qrServiceUrl: string | undefined;
  /** Whether products of creators without a provider are sold in the mock checkout. */
  mockCheckout: boolean;
  eventRetentionDays: number;
  /** 0: buyers of real orders are never anonymised. */
  orderRetentionYears: number;
  /** The recipients of a creator's emails within 24 hours, by plan; 0: none. */
  creatorEmails: Readonly<Record<Plan, number>>;
  /** The email for reports of unlawful content; without one, pages have no link to report them. */
  reportEmail: string | undefined;
  /** Needed to read `/metrics`; without one only programs on this machine can. */
  metricsToken: string | undefined;
  dataDir: string;
  /** How many processes of this machine serve requests. */
  workers: number;
  /** The URL of a list of releases; without one newer releases are not looked for. */
  updateUrl: string | undefined;
  seedDemo: boolean;
};

export function createInfrastructure({
  secret,
  ...parts
}: InfrastructureParts & { secret: string }): Infrastructure {
  const { db, jobs, settings } = parts;
  const derive = createTokenDeriver(secret);
  const { dataDir, diskReserveBytes } = settings;
  return {
    ...parts,
    derive,
    disk: createDiskSpace({
      folders: [dataDir, `${dataDir}/postgres`, `${dataDir}/uploads`, `${dataDir}/incoming`],
      reserveBytes: diskReserveBytes,
      log: parts.log,
    }),
    limits: settings.rateLimits ? createDatabaseRateLimiter({ pool: db.$client, derive }) : noRateLimiter,
    mails: createEmailQueue({ jobs, publicUrl: settings.publicUrl }),
  };
}
