import cluster from "node:cluster";
import { mkdir } from "node:fs/promises";
import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { setDictionaries } from "../contract/translation.ts";
import { buildApp } from "./app.ts";
import type { Config } from "./config/config.ts";
import { loadOrCreateSecret } from "./config/secret.ts";
import { assertSharedSecret, jobsName } from "./config/shared-secret.ts";
import { seedDemo } from "./demo/seed.ts";
import type { NamedAdmin } from "./modules/accounts/index.ts";
import { createModules } from "./modules/index.ts";
import { systemClock } from "./platform/clock/index.ts";
import { type BundledDatabase, startBundledDatabase } from "./platform/database/bundled/index.ts";
import { shareConnections } from "./platform/database/connection-limit.ts";
import { type Database, openDatabase } from "./platform/database/index.ts";
import { migrate } from "./platform/database/migrate.ts";
import { resolverDns } from "./platform/dns/adapters/resolver.ts";
import { mmdbCountries } from "./platform/geoip/adapters/mmdb.ts";
import { createReadiness, type Readiness } from "./platform/http/health.ts";
import { createAskServer } from "./platform/http/tls-ask.ts";
import { createInfrastructure } from "./platform/infrastructure.ts";
import { pgBossJobs } from "./platform/jobs/adapters/pg-boss.ts";
import type { Jobs } from "./platform/jobs/port.ts";
import { dictionaryOf } from "./platform/locales/dictionaries.ts";
import type { DevelopmentTexts } from "./platform/locales/pseudo-texts.ts";
import type { Log } from "./platform/log/index.ts";
import { openMail } from "./platform/mail/open.ts";
import type { Module } from "./platform/module.ts";
import { createPublicFetch } from "./platform/net/public-fetch.ts";
import { createPublicPost } from "./platform/net/public-post.ts";
import { openProviders } from "./platform/openid/open.ts";
import { createPageInvalidations } from "./platform/page-invalidation.ts";
import { mockSales } from "./platform/payments/adapters/mock-sales.ts";
import { openMollie } from "./platform/payments/adapters/mollie/open-mollie.ts";
import { createSandbox } from "./platform/payments/adapters/sandbox/sandbox.ts";
import type { Payments } from "./platform/payments/port.ts";
import type { Sales } from "./platform/payments/sales.ts";
import { builtRenderer } from "./platform/render/adapters/built.ts";
import { viteRenderer } from "./platform/render/adapters/vite.ts";
import type { MailRenderer, PreviewRenderer, Renderer } from "./platform/render/port.ts";
import { closeGracefully } from "./platform/shutdown.ts";
import { readStorageId } from "./platform/storage/identity.ts";
import { openStorage } from "./platform/storage/open.ts";
import { untilAborted } from "./platform/timeout.ts";
import { checkPooler, warnOfConnections } from "./start/check-database.ts";
import { copyDatabase } from "./start/copy-database.ts";
import { registerJobs } from "./start/register-jobs.ts";
import { assertSharedStorage, listenerName } from "./start/shared-storage.ts";

export type Composed = {
  app: FastifyInstance;
  /** Answers which names may get certificates. Undefined without own domains. */
  ask: Server | undefined;
  readiness: Readiness;
  /** The state of the account of ADMIN_EMAIL, or undefined if none is configured. */
  admin: NamedAdmin | undefined;
  /** The version of the bundled database. */
  postgresVersion: string | undefined;
  stop(): Promise<void>;
};

/** Pages from the output of `npm run build`, or directly from their sources. */
export type Pages = "built" | "sources";
export type StartParts = {
  log: Log;
  pages: Pages;
  /** Shown in place of every language, in development. */
  texts?: DevelopmentTexts | undefined;
  /** The bundled database of this installation, when another process has started it. */
  bundled?: Pick<BundledDatabase, "url"> | undefined;
  /** Aborts when the process is asked to end before it has started. */
  signal?: AbortSignal | undefined;
};

const renderers = {
  built: () => builtRenderer(fileURLToPath(new URL("../dist/", import.meta.url))),
  sources: viteRenderer,
};

/** How long requests in progress may take at shutdown. */
const GRACE_MS = 6_000;

/** Selects the adapters and assembles the application, which does not listen yet. `bundled` is the database that another process has started. If `signal` aborts during the start, the database is stopped at once. */
export async function compose(config: Config, parts: StartParts): Promise<Composed> {
  const { log, signal } = parts;
  setDictionaries(parts.texts ? () => parts.texts?.dictionary : dictionaryOf);
  const renderer = await renderers[parts.pages](parts.texts);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const secret = config.appSecret ?? (await loadOrCreateSecret(config.dataDir));

  const { dataDir, postgresBin } = config;
  const bundled =
    config.databaseUrl || parts.bundled
      ? undefined
      : await startBundledDatabase({ dataDir, postgresBin, log, copyDatabase, signal });
  try {
    const bundledUrl = (parts.bundled ?? bundled)?.url ?? "";
    const urls = {
      url: config.databaseUrl ?? bundledUrl,
      directUrl: config.databaseDirectUrl ?? bundledUrl,
    };
    const composed = await untilAborted(signal, () =>
      composeOn({ ...urls, secret, renderer, config, log, bundled }),
    );
    return { ...composed, postgresVersion: bundled?.version };
  } catch (error) {
    await bundled?.stop();
    throw error;
  }
}

type Parts = {
  url: string;
  /** The URL of the database itself if `url` leads to a pooler. */
  directUrl: string;
  secret: string;
  renderer: Renderer & MailRenderer & PreviewRenderer;
  config: Config;
  log: Log;
  /** The database that this process has started. */
  bundled: BundledDatabase | undefined;
};

async function composeOn(parts: Parts): Promise<Omit<Composed, "postgresVersion">> {
  const { url, directUrl, secret, renderer, config, log, bundled } = parts;
  const { publicUrl, isDatabasePooled: isPooled } = config;
  await migrate({ url: directUrl, folder: fileURLToPath(new URL("./migrations/", import.meta.url)), log });

  const db = openDatabase({ url, log, maxConnections: shareConnections(config).requests, isPooled });
  if (isPooled) await checkPooler(db, { directUrl, log });
  const connectionName = config.databaseUrl && (await joinProcesses(db, config, secret));
  if (config.databaseUrl && (cluster.worker?.id ?? 1) === 1) await warnOfConnections(db, config, log);
  const pageInvalidations = createPageInvalidations({ url: directUrl, log, connectionName });
  const storage = await openStorage({
    s3: config.storage,
    dataDir: config.dataDir,
    groupReads: config.filesByProxy !== undefined,
    log,
  });
  const jobs = pgBossJobs({
    url: directUrl,
    log,
    connectionName: config.databaseUrl && jobsName(secret),
    maxConnections: shareConnections(config).jobs,
  });
  const sender = await openMail(config);
  const { payments, sales } = await openPayments(config, { db, jobs, log });
  const mollie = openMollie({ ...config, db, secret });
  const infrastructure = createInfrastructure({
    db,
    log,
    clock: systemClock,
    jobs,
    sender,
    renderer,
    storage,
    pageInvalidations,
    accountProviders: { stripe: payments, mollie: mollie.accounts },
    subscriptions: payments,
    sales: { mock: mockSales({ db, clock: systemClock }), stripe: sales, mollie: mollie.sales },
    openId: await openProviders(config),
    findCountry: await mmdbCountries(),
    fetchPublic: createPublicFetch({ publicUrl }),
    postPublic: createPublicPost({ publicUrl }),
    dns: resolverDns(),
    secret,
    settings: config,
  });
  const modules = createModules(infrastructure);
  const { prepare } = registerJobs(infrastructure, modules);
  const readiness = createReadiness(db);
  const app = await buildApp({
    ...{ infrastructure, modules, readiness },
    databaseRestarts: () => bundled?.restarts() ?? 0,
  });

  // The demo and the maintenance add jobs, which requires a started job queue.
  await jobs.start();
  // Checked again, because two processes that start at the same moment do not see each other earlier.
  if (config.databaseUrl) await joinProcesses(db, config, secret);
  if (config.seedDemo) {
    await seedDemo({ db, url: directUrl, jobs, files: modules.files.api, pageInvalidations, publicUrl, log });
  }
  await prepare();
  const { promoteNamedAdmin } = modules.accounts.api;
  const admin = config.adminEmail ? await promoteNamedAdmin(config.adminEmail) : undefined;

  const ask = config.ownDomains && createAskServer(infrastructure.hosts);
  return {
    app,
    ask,
    readiness,
    admin,
    async stop() {
      ask?.close();
      await Promise.all([closeGracefully(app, GRACE_MS), jobs.stop()]);
      for (const { stop } of Object.values<Module>(modules)) await stop?.();
      await sender.stop();
      await pageInvalidations.stop();
      await storage.stop();
      await db.$client.end();
      await bundled?.stop();
    },
  };
}

/** Throws if another process on this database has another storage or secret. Returns the name by which others recognise this process's storage. */
async function joinProcesses(
  db: Database,
  { storage: s3, dataDir }: Config,
  secret: string,
): Promise<string> {
  const storageId = await readStorageId({ s3, dataDir });
  try {
    await assertSharedStorage(db, storageId);
    await assertSharedSecret(db, secret);
  } catch (error) {
    await db.$client.end();
    throw error;
  }
  return listenerName(storageId);
}

/** Returns Stripe, or the built-in sandbox. */
async function openPayments(
  { stripe, stripeWebhookSecret, stripeProductId: productId, publicUrl, site }: Config,
  { log, ...parts }: { db: Database; jobs: Jobs; log: Log },
): Promise<{ payments: Payments; sales: Sales }> {
  const sandbox = {
    ...parts,
    clock: systemClock,
    webhookSecret: stripeWebhookSecret,
    publicUrl,
    site,
    productId,
  };
  if (!stripe) return createSandbox(sandbox);
  if (stripe.webhookSecrets.length === 0) {
    log.warn(
      "STRIPE_WEBHOOK_SECRET is not set: /api/stripe/webhook does not exist, and what happens at Stripe is seen late",
    );
  }
  // Loaded only if needed, so that the sandbox starts without Stripe's library.
  const { stripePayments } = await import("./platform/payments/adapters/stripe/stripe.ts");
  const { stripeSales } = await import("./platform/payments/adapters/stripe/stripe-sales.ts");
  return { payments: stripePayments(stripe, { clock: systemClock }), sales: stripeSales(stripe) };
}
