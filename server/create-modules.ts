import { sql } from "drizzle-orm";
import { PLATFORM_FEE_BPS } from "../contract/limits.ts";
import type { Signup } from "../contract/storefront.ts";
import type { AppDeps } from "./app.ts";
import { createLinkRefresher, createMailLinks } from "./mail-links.ts";
import {
  type AccountDeps,
  audienceQuery,
  createSessionCookie,
  currentSignup,
  deleteExpiredSessions,
  deleteOldTokens,
  handleAccountJobs,
  hasAccount,
  listAudience,
} from "./modules/accounts/index.ts";
import { deleteReleasedFiles } from "./modules/admin/index.ts";
import { createAnalytics } from "./modules/analytics/index.ts";
import {
  type BillingDeps,
  deleteOldEvents,
  endSubscriptions,
  handleEvents,
  receiveEvent,
  scheduleReconciliation,
} from "./modules/billing/index.ts";
import {
  createOrderTokens,
  deleteAbandonedOrders,
  deleteUnreferencedFiles,
  handleSaleEmails,
} from "./modules/checkout/index.ts";
import { onAccountEvent } from "./modules/connect/index.ts";
import { deleteExpiredQuarantines } from "./modules/creators/index.ts";
import { createFiles, handleFileJobs, removeInterruptedUploads } from "./modules/files/index.ts";
import { createMarketing } from "./modules/marketing/index.ts";
import {
  createOgImages,
  createPageCache,
  creatorModel,
  encodeCreatorPage,
  findCreatorPage,
  pageBytes,
} from "./modules/storefront/index.ts";
import type { Clock } from "./platform/clock/index.ts";
import type { Database } from "./platform/database/index.ts";
import type { FindCountry } from "./platform/geoip/index.ts";
import { createDatabaseRateLimiter, deleteExpiredLimits } from "./platform/http/database-rate-limiter.ts";
import { noRateLimiter } from "./platform/http/rate-limiter.ts";
import type { Jobs } from "./platform/jobs/port.ts";
import type { Log } from "./platform/log/index.ts";
import { createEmailQueue } from "./platform/mail/mails.ts";
import type { MailSender } from "./platform/mail/port.ts";
import type { OpenId } from "./platform/openid/port.ts";
import type { PageInvalidations } from "./platform/page-invalidation.ts";
import type { Payments } from "./platform/payments/port.ts";
import type { MailRenderer, PreviewRenderer, Renderer } from "./platform/render/port.ts";
import type { Storage } from "./platform/storage/port.ts";
import { createTokenDeriver } from "./platform/tokens.ts";

/** What the application stands on, picked by `compose.ts`, or by the tests. */
export type Infrastructure = {
  db: Database;
  log: Log;
  clock: Clock;
  jobs: Jobs;
  sender: MailSender;
  renderer: Renderer & MailRenderer & PreviewRenderer;
  storage: Storage;
  pageInvalidations: PageInvalidations;
  payments: Payments;
  /** Null when nobody signs in elsewhere. */
  openId: OpenId | null;
  findCountry: FindCountry;
  secret: string;
  settings: Settings;
};

/** What an operator may choose and the modules need to know. */
export type Settings = {
  publicUrl: string;
  trustProxy: string[] | undefined;
  countryHeader: string | undefined;
  rateLimits: boolean;
  maxUploadBytes: number;
  uploadQuotaBytes: number;
  adminEmail: string | undefined;
  requireVerifiedEmail: boolean;
  signup: Signup;
  stripeProductId: string;
  /** Draws QR codes in our place. */
  qrServiceUrl: string | undefined;
  eventRetentionDays: number;
  seedDemo: boolean;
};

/** The modules put together: what the application is built of, and what runs beside it. */
export function createModules(ground: Infrastructure) {
  const { db, log, clock, jobs, renderer, storage, pageInvalidations, payments, openId, settings } = ground;
  const { publicUrl } = settings;
  const derive = createTokenDeriver(ground.secret);
  const limits = settings.rateLimits
    ? createDatabaseRateLimiter({ pool: db.$client, derive })
    : noRateLimiter;
  const cookie = createSessionCookie(publicUrl);
  const tokens = createOrderTokens(derive);
  const pathOf = createMailLinks({ derive, orders: tokens });
  const refreshLink = createLinkRefresher(db);
  const mails = createEmailQueue({
    jobs,
    sender: ground.sender,
    renderer,
    publicUrl,
    pathOf,
    refreshLink,
    hasAccount: (address) => hasAccount(db, address),
  });
  const files = createFiles({
    db,
    storage,
    publicUrl,
    maxUploadBytes: settings.maxUploadBytes,
    quotaBytes: settings.uploadQuotaBytes,
  });
  handleFileJobs({ db, jobs, storage });
  const marketing = createMarketing({
    db,
    jobs,
    sender: ground.sender,
    renderer,
    publicUrl,
    derive,
    audiences: { query: audienceQuery, list: listAudience },
  });
  const analytics = createAnalytics({
    db,
    clock,
    log,
    retentionDays: settings.eventRetentionDays,
    publicUrl,
    findCountry: ground.findCountry,
    countryHeader:
      settings.trustProxy && settings.countryHeader
        ? { name: settings.countryHeader, trustedProxies: settings.trustProxy }
        : undefined,
  });
  const accounts: AccountDeps = {
    db,
    cookie,
    publicUrl,
    limits,
    jobs,
    mails,
    derive,
    openId,
    adminEmail: settings.adminEmail,
    requireVerifiedEmail: settings.requireVerifiedEmail,
    signup: settings.signup,
  };
  handleAccountJobs(accounts);
  handleSaleEmails({ db, jobs, mails });
  const cache = createPageCache({
    load: (handle) => findCreatorPage({ db, publicUrl }, handle),
    encodeWhole: (handle) => encodeCreatorPage({ db, publicUrl }, handle),
    render: async (page, view) =>
      renderer.renderPage(await creatorModel({ db, publicUrl }, page, { ...view, isOwner: false }), {
        publicUrl,
      }),
    weigh: pageBytes,
    heardUntil: pageInvalidations.heardUntil,
  });
  pageInvalidations.subscribe(cache.invalidate);
  const ownPage = { db, pageInvalidations, publicUrl };
  const connect = { ...ownPage, payments, limits };
  const billing: BillingDeps = { ...connect, log, jobs, productId: settings.stripeProductId };
  scheduleReconciliation(billing);
  handleEvents(billing, (event) => onAccountEvent(connect, event));
  payments.sandboxHost?.deliverTo((rawBody, signature) => receiveEvent(billing, rawBody, signature));
  const endSubscription = (creatorId: number) => endSubscriptions(billing, creatorId);
  const deps: AppDeps = {
    db,
    log,
    limits,
    publicUrl,
    trustProxy: settings.trustProxy,
    cookie,
    renderer,
    readiness: {
      stopping: false,
      check: async () => void (await db.execute(sql`select 1 from schema_migrations limit 1`)),
    },
    files,
    analytics,
    accounts,
    creators: { ...ownPage, endSubscription },
    billing,
    connect,
    products: ownPage,
    tiles: ownPage,
    checkout: { db, log, jobs, analytics, mails, limits, tokens, publicUrl },
    feedback: { db, limits },
    admin: {
      db,
      jobs,
      mails,
      derive,
      pageInvalidations,
      marketing,
      endSubscription,
      signup: settings.signup,
    },
    storefront: {
      db,
      publicUrl,
      cache,
      qrServiceUrl: settings.qrServiceUrl,
      config: {
        stripeProductId: settings.stripeProductId,
        stripePublishableKey: payments.publishableKey,
        billingMode: payments.mode,
        googleEnabled: openId !== null,
        platformFeeBps: PLATFORM_FEE_BPS.free,
      },
      findSignup: () => currentSignup(db, settings.signup),
    },
    pages: { cache, hasDemo: settings.seedDemo, previews: createOgImages({ files, renderer }) },
  };
  return {
    deps,
    tokens,
    /** Deletes what has expired. */
    sweep: async () => {
      await Promise.all([
        deleteExpiredSessions(db),
        deleteOldTokens(db),
        deleteAbandonedOrders(db),
        deleteExpiredLimits(db),
        deleteExpiredQuarantines(db),
        removeInterruptedUploads({ db, storage, log }),
        deleteReleasedFiles({ db, jobs }),
        deleteUnreferencedFiles({ db, jobs }),
        deleteOldEvents(db),
        marketing.finalizeCampaigns(),
        analytics.deleteExpiredSalts(),
        analytics.runMaintenance(),
      ]);
    },
  };
}
