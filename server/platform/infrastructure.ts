import type { Settings } from "../config/config.ts";
import type { Clock } from "./clock/index.ts";
import type { Database } from "./database/index.ts";
import { createDiskSpace, type DiskSpace } from "./disk.ts";
import type { Dns } from "./dns/port.ts";
import type { FindCountry } from "./geoip/index.ts";
import { createDatabaseRateLimiter } from "./http/database-rate-limiter.ts";
import { createHosts, type Hosts } from "./http/hosts.ts";
import { noRateLimiter, type RateLimiter } from "./http/rate-limiter.ts";
import type { Jobs } from "./jobs/port.ts";
import type { Log } from "./log/index.ts";
import { createEmailQueue } from "./mail/mails.ts";
import type { EmailQueue, MailSender } from "./mail/port.ts";
import type { PublicFetch } from "./net/public-fetch.ts";
import type { PublicPost } from "./net/public-post.ts";
import type { OpenIdProviders } from "./openid/port.ts";
import type { PageInvalidations } from "./page-invalidation.ts";
import type { AccountProviders, SubscriptionProvider } from "./payments/port.ts";
import type { SalesProviders } from "./payments/sales.ts";
import type { MailRenderer, PreviewRenderer, Renderer } from "./render/port.ts";
import { createSealer, type Sealer } from "./seal.ts";
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
  /** The providers with which creators have payout accounts, and their events. */
  accountProviders: AccountProviders;
  /** Charges for the Creator plan. */
  subscriptions: SubscriptionProvider;
  /** Take payments for creators. `mock` serves creators without a provider. */
  sales: SalesProviders;
  /** The configured providers of sign-ins. */
  openId: OpenIdProviders;
  findCountry: FindCountry;
  fetchPublic: PublicFetch;
  postPublic: PublicPost;
  dns: Dns;
  settings: Settings;
};

/** The dependencies of every module. */
export type Infrastructure = InfrastructureParts & {
  limits: RateLimiter;
  mails: EmailQueue;
  derive: DeriveToken;
  sealer: Sealer;
  disk: DiskSpace;
  /** Creators' own domains. Empty without `CUSTOM_DOMAINS`. */
  hosts: Hosts;
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
    hosts: createHosts(),
    sealer: createSealer(secret),
    disk: createDiskSpace({
      folders: [dataDir, `${dataDir}/postgres`, `${dataDir}/uploads`, `${dataDir}/incoming`],
      reserveBytes: diskReserveBytes,
      log: parts.log,
    }),
    limits: settings.rateLimits ? createDatabaseRateLimiter({ pool: db.$client, derive }) : noRateLimiter,
    mails: createEmailQueue({ jobs, publicUrl: settings.publicUrl }),
  };
}
