import { tmpdir } from "node:os";
import { pino } from "pino";
import { type AppParts, buildApp } from "../app.ts";
import { readConfig, type Settings } from "../config/config.ts";
import type { Analytics } from "../modules/analytics/index.ts";
import { createModules } from "../modules/index.ts";
import { createOrderTokens } from "../modules/orders/access/tokens.ts";
import { type Clock, systemClock } from "../platform/clock/index.ts";
import { type Database, openDatabase } from "../platform/database/index.ts";
import type { Dns } from "../platform/dns/port.ts";
import { createReadiness } from "../platform/http/health.ts";
import type { RateLimiter } from "../platform/http/rate-limiter.ts";
import { createInfrastructure } from "../platform/infrastructure.ts";
import { memoryJobs } from "../platform/jobs/adapters/memory.ts";
import { pgBossJobs } from "../platform/jobs/adapters/pg-boss.ts";
import { memoryMail } from "../platform/mail/adapters/memory.ts";
import type { MailSender } from "../platform/mail/port.ts";
import type { Module } from "../platform/module.ts";
import { type PublicFetch, PublicFetchError } from "../platform/net/public-fetch.ts";
import { publicNetwork } from "../platform/net/public-network.ts";
import { createPublicPost, type PublicPost } from "../platform/net/public-post.ts";
import type { OpenId } from "../platform/openid/port.ts";
import { createPageInvalidations } from "../platform/page-invalidation.ts";
import { mockSales } from "../platform/payments/adapters/mock-sales.ts";
import { createSandbox } from "../platform/payments/adapters/sandbox/sandbox.ts";
import { unavailableProvider } from "../platform/payments/adapters/unavailable.ts";
import type { AccountProvider, Payments } from "../platform/payments/port.ts";
import type { Sales } from "../platform/payments/sales.ts";
import { memoryStorage } from "../platform/storage/adapters/memory.ts";
import type { Storage } from "../platform/storage/port.ts";
import { registerJobs } from "../start/register-jobs.ts";
import { createTestDatabase } from "./create-database.ts";
import { watchDeclaredErrors } from "./declared-errors.ts";
import { modelRenderer } from "./model-renderer.ts";
import { callAs, type GivenUser, type Method, signUp } from "./requests.ts";

export const PUBLIC_URL = "http://localhost:3000";
export const SECRET = "a secret that only tests know, long enough";
/** The secret with which tests sign payment events. */
export const WEBHOOK_SECRET = "whsec_known_to_tests";

export type TestOptions = {
  /** Opens another node on this database. */
  databaseUrl?: string;
  /** By default, `SECRET`. */
  secret?: string;
  /** A separate connection URL of the same database for change notifications. */
  noticesUrl?: string;
  storage?: Storage;
  publicUrl?: string;
  trustProxy?: string[];
  now?: () => Date;
  findCountry?: (address: string) => string | null;
  /** By default, no URL that a user enters can be requested. */
  fetchPublic?: PublicFetch;
  /** By default, the client of the product without names. */
  postPublic?: PublicPost;
  /** By default, no DNS server answers. */
  dns?: Dns;
  /** By default, there are no limits. `database` selects the limits of the product. */
  limits?: "database" | RateLimiter;
  /** By default, jobs run in memory immediately. `database` selects the queue of the product. */
  jobs?: "database";
  /** The client of Google. */
  openId?: OpenId | undefined;
  /** The client of the operator's own provider. */
  oidc?: OpenId;
  /** By default, the sandbox. */
  payments?: Payments;
  /** By default, the sandbox's webhook has a secret. */
  webhook?: "closed";
  /** By default, the sandbox's. */
  sales?: Sales;
  /** By default, there is no second provider. */
  mollie?: (parts: { db: Database; secret: string }) => { accounts: AccountProvider; sales: Sales };
  /** By default, emails are kept in memory. With a sender, `sentMails` returns none of them. */
  sender?: MailSender;
  settings?: Partial<Settings>;
  renderer?: Partial<typeof modelRenderer>;
  /** Replacements for functions of the analytics module. */
  analytics?: Partial<Analytics>;
  app?: Partial<Omit<AppParts, "infrastructure" | "modules">>;
};

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/** Starts the real application on its own database. `close` deletes everything. */
export async function createTestApp(options: TestOptions = {}) {
  const own = options.databaseUrl ? undefined : await createTestDatabase();
  const url = options.databaseUrl ?? own?.url ?? "";
  const publicUrl = options.publicUrl ?? PUBLIC_URL;
  const logLines: string[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void logLines.push(line) });
  const db = openDatabase({ url, log, maxConnections: 8 });
  const pageInvalidations = createPageInvalidations({ url: options.noticesUrl ?? url, log });
  const storage = options.storage ?? memoryStorage();
  const clock: Clock = options.now ? { now: options.now } : systemClock;
  const inMemory = memoryJobs({ clock });
  const jobs = options.jobs ? pgBossJobs({ url, log }) : inMemory;
  const sender = memoryMail();
  const settings = {
    ...readConfig({ DATA_DIR: tmpdir() }),
    publicUrl,
    trustProxy: options.trustProxy,
    rateLimits: options.limits === "database",
    maxUploadBytes: 20 * 1024 * 1024,
    uploadQuotaBytes: 1024 * 1024 * 1024,
    diskReserveBytes: 0,
    stripeProductId: "prod_test",
    ...options.settings,
  };
  const sandbox = createSandbox({
    db,
    jobs,
    clock,
    webhookSecret: options.webhook === "closed" ? undefined : WEBHOOK_SECRET,
    publicUrl,
    site: settings.site,
    productId: "prod_test",
  });
  const payments = options.payments ?? sandbox.payments;
  const mollie = options.mollie?.({ db, secret: SECRET }) ?? unavailableProvider("mollie");
  const sales = {
    mock: mockSales({ db, clock }),
    stripe: options.sales ?? sandbox.sales,
    mollie: mollie.sales,
  };
  const infrastructure = createInfrastructure({
    db,
    log,
    clock,
    jobs,
    sender: options.sender ?? sender,
    renderer: { ...modelRenderer, ...options.renderer },
    storage,
    pageInvalidations,
    accountProviders: { stripe: payments, mollie: mollie.accounts },
    subscriptions: payments,
    sales,
    openId: { google: options.openId, oidc: options.oidc },
    findCountry: options.findCountry ?? (() => null),
    fetchPublic: options.fetchPublic ?? (() => Promise.reject(new PublicFetchError("no network"))),
    postPublic:
      options.postPublic ??
      createPublicPost({ publicUrl, network: publicNetwork({ resolve: async () => [] }) }),
    dns: options.dns ?? { read: async () => ({ state: "silent" }) },
    secret: options.secret ?? SECRET,
    settings,
  });
  if (typeof options.limits === "object") infrastructure.limits = options.limits;
  const modules = createModules(infrastructure);
  Object.assign(modules.analytics.api, options.analytics);
  /** Deliveries of webhooks go on after their job, and queue further jobs. */
  const settled = async () => {
    do {
      await inMemory.idle();
    } while ((await modules.webhooks.api.idle()).length > 0);
  };
  const { prepare, runMaintenance } = registerJobs(infrastructure, modules);
  await jobs.start();
  const readiness = options.app?.readiness ?? createReadiness(db);
  const app = await buildApp({ ...options.app, infrastructure, modules, readiness });
  const errors = watchDeclaredErrors(app);
  const { cookie } = modules.accounts.api;
  return {
    app,
    db,
    databaseUrl: url,
    storage,
    files: modules.files.api,
    analytics: modules.analytics.api,
    products: modules.products.api,
    orders: modules.orders.api,
    orderPayments: modules.orderPayments.api,
    discounts: modules.discounts.api,
    sellers: modules.sellers.api,
    pageInvalidations,
    hosts: infrastructure.hosts,
    readiness,
    tokens: createOrderTokens(infrastructure.derive),
    jobs,
    payments,
    sales,
    mollie: mollie.accounts,
    /** Waits for queued jobs, then returns the emails sent so far. */
    sentMails: async () => {
      await inMemory.idle();
      return sender.mails;
    },
    prepare,
    runMaintenance,
    /** Runs a scheduled job now. */
    runNow: (name: string) => inMemory.runNow(name),
    /** Waits until all queued jobs are done. */
    settled,
    logLines,
    /** Sends a request as a visitor: JSON in, status, body and headers out. */
    call: (method: Method, path: string, payload?: unknown, headers?: Record<string, string>) =>
      callAs(app, undefined, method, path, payload, headers),
    signUp: (given: GivenUser = {}) => signUp(app, cookie.name, given),
    /** Runs SQL for rows and changes that no route offers. Interpolated values are sent as parameters. */
    sql: async (parts: TemplateStringsArray, ...values: unknown[]) => {
      const text = parts.reduce((before, part, index) => `${before}$${index}${part}`);
      return (await db.$client.query(text, values)).rows;
    },
    /** Runs SQL whose text is composed. */
    query: async (text: string, values: unknown[] = []) => (await db.$client.query(text, values)).rows,
    async close() {
      await app.close();
      for (const { stop } of Object.values<Module>(modules)) await stop?.();
      await jobs.stop();
      await pageInvalidations.stop();
      await storage.stop();
      if (!db.$client.ending) await db.$client.end();
      await own?.drop();
      errors.assert();
    },
  };
}
