import { tmpdir } from "node:os";
import { pino } from "pino";
import { type AppParts, buildApp } from "../app.ts";
import { readConfig, type Settings } from "../config/config.ts";
import type { Analytics } from "../modules/analytics/index.ts";
import { createModules } from "../modules/index.ts";
import { createOrderTokens } from "../modules/orders/access/tokens.ts";
import { type Clock, systemClock } from "../platform/clock/index.ts";
import { type Database, openDatabase } from "../platform/database/index.ts";
import { createReadiness } from "../platform/http/health.ts";
import type { RateLimiter } from "../platform/http/rate-limiter.ts";
import { createInfrastructure } from "../platform/infrastructure.ts";
import { memoryJobs } from "../platform/jobs/adapters/memory.ts";
import { pgBossJobs } from "../platform/jobs/adapters/pg-boss.ts";
import { memoryMail } from "../platform/mail/adapters/memory.ts";
import type { MailSender } from "../platform/mail/port.ts";
import type { Module } from "../platform/module.ts";
import { type PublicFetch, PublicFetchError } from "../platform/net/public-fetch.ts";
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
/** Signs payment events. */
export const WEBHOOK_SECRET = "whsec_known_to_tests";

export type TestOptions = {
  /** Another node over the same database. */
  databaseUrl?: string;
  /** Another way to the same database, for the notifications of changes alone. */
  noticesUrl?: string;
  storage?: Storage;
  publicUrl?: string;
  trustProxy?: string[];
  now?: () => Date;
  findCountry?: (address: string) => string | null;
  /** Otherwise no URL that a user enters can be requested. */
  fetchPublic?: PublicFetch;
  /** Limits as the product counts them, or others; otherwise there are none. */
  limits?: "database" | RateLimiter;
  /** Jobs as the product keeps them; otherwise they run in memory, at once. */
  jobs?: "database";
  /** Google. */
  openId?: OpenId | undefined;
  /** The operator's own provider. */
  oidc?: OpenId;
  /** The sandbox, unless another provider is given. */
  payments?: Payments;
  /** No secret is configured for the sandbox's webhook. */
  webhook?: "closed";
  /** The sandbox's, unless others are given. */
  sales?: Sales;
  /** Without it there is no second provider. */
  mollie?: (parts: { db: Database; secret: string }) => { accounts: AccountProvider; sales: Sales };
  /** Takes the mails in place of a memory, which `sentMails` then finds empty. */
  sender?: MailSender;
  settings?: Partial<Settings>;
  renderer?: Partial<typeof modelRenderer>;
  /** Functions of the analytics module in place of its own. */
  analytics?: Partial<Analytics>;
  app?: Partial<Omit<AppParts, "infrastructure" | "modules">>;
};

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/** Starts the real application on its own database; `close` deletes everything. */
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
  const sandbox = createSandbox({
    db,
    jobs,
    clock,
    webhookSecret: options.webhook === "closed" ? undefined : WEBHOOK_SECRET,
    publicUrl,
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
    secret: SECRET,
    settings: {
      ...readConfig({ DATA_DIR: tmpdir() }),
      publicUrl,
      trustProxy: options.trustProxy,
      rateLimits: options.limits === "database",
      maxUploadBytes: 20 * 1024 * 1024,
      uploadQuotaBytes: 1024 * 1024 * 1024,
      diskReserveBytes: 0,
      stripeProductId: "prod_test",
      ...options.settings,
    },
  });
  if (typeof options.limits === "object") infrastructure.limits = options.limits;
  const modules = createModules(infrastructure);
  Object.assign(modules.analytics.api, options.analytics);
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
    readiness,
    tokens: createOrderTokens(infrastructure.derive),
    jobs,
    payments,
    sales,
    mollie: mollie.accounts,
    /** Mails that were sent, once the jobs that wait are done. */
    sentMails: async () => {
      await inMemory.idle();
      return sender.mails;
    },
    prepare,
    runMaintenance,
    /** Runs a scheduled job now. */
    runNow: (name: string) => inMemory.runNow(name),
    /** Resolves once the jobs that wait are done. */
    settled: () => inMemory.idle(),
    logLines,
    /** Sends a request as a visitor: JSON in, status, body and headers out. */
    call: (method: Method, path: string, payload?: unknown, headers?: Record<string, string>) =>
      callAs(app, undefined, method, path, payload, headers),
    signUp: (given: GivenUser = {}) => signUp(app, cookie.name, given),
    /** Runs SQL for rows and changes that no route offers; values in it are sent as parameters. */
    sql: async (parts: TemplateStringsArray, ...values: unknown[]) => {
      const text = parts.reduce((before, part, index) => `${before}$${index}${part}`);
      return (await db.$client.query(text, values)).rows;
    },
    /** Runs SQL that is put together. */
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
