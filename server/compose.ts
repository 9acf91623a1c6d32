import { mkdir } from "node:fs/promises";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { accountRoutes } from "../contract/accounts.ts";
import { PLATFORM_FEE_BPS } from "../contract/limits.ts";
import { buildApp } from "./app.ts";
import type { Config } from "./config.ts";
import { seedDemo } from "./demo/seed.ts";
import { createMailLinks } from "./mail-links.ts";
import {
  type AccountDeps,
  createSessionCookie,
  deleteExpiredSessions,
  deleteOldTokens,
  handleAccountJobs,
  promoteVerified,
} from "./modules/accounts/index.ts";
import { createAnalytics } from "./modules/analytics/index.ts";
import { createOrderTokens, deleteAbandonedOrders } from "./modules/checkout/index.ts";
import { createFiles } from "./modules/files/index.ts";
import { createPageCache, creatorModel, findCreatorPage } from "./modules/storefront/index.ts";
import { systemClock } from "./platform/clock/index.ts";
import { startBundledDatabase } from "./platform/database/bundled/index.ts";
import { openDatabase } from "./platform/database/index.ts";
import { migrate } from "./platform/database/migrate.ts";
import { mmdbCountries } from "./platform/geoip/adapters/mmdb.ts";
import { createDatabaseLimits, deleteOldLimits } from "./platform/http/database-limits.ts";
import type { Readiness } from "./platform/http/health.ts";
import { noLimits } from "./platform/http/limits.ts";
import { pgBossJobs } from "./platform/jobs/adapters/pg-boss.ts";
import type { Log } from "./platform/log/index.ts";
import { outboxMail } from "./platform/mail/adapters/outbox.ts";
import { smtpMail } from "./platform/mail/adapters/smtp.ts";
import { createMails } from "./platform/mail/mails.ts";
import type { MailSender } from "./platform/mail/port.ts";
import { openIdClient } from "./platform/openid/adapters/openid-client.ts";
import { createPageChanges } from "./platform/page-changes.ts";
import { builtRenderer } from "./platform/render/adapters/built.ts";
import { viteRenderer } from "./platform/render/adapters/vite.ts";
import type { MailRenderer, Renderer } from "./platform/render/port.ts";
import { localStorage } from "./platform/storage/adapters/local.ts";
import { createTokenDeriver } from "./platform/tokens.ts";
import { readOrMakeSecret } from "./secret.ts";

export type Composed = { app: FastifyInstance; readiness: Readiness; stop(): Promise<void> };

/** Pages as `npm run build` made them, or straight from their sources. */
export type Pages = "built" | "sources";
const renderers = {
  built: () => builtRenderer(new URL("../dist/", import.meta.url).pathname),
  sources: viteRenderer,
};

/** How long requests under way may take when the process is asked to end. */
const GRACE_MS = 6_000;
const HOUR_MS = 60 * 60 * 1000;

/** Picks the adapters and puts the application together; nothing listens yet. */
export async function compose(config: Config, parts: { log: Log; pages: Pages }): Promise<Composed> {
  const { log } = parts;
  const renderer = await renderers[parts.pages]();
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const secret = config.appSecret ?? (await readOrMakeSecret(config.dataDir));

  const bundled = config.databaseUrl
    ? undefined
    : await startBundledDatabase({ dataDir: config.dataDir, log });
  const stopDatabase = async () => bundled?.stop();
  try {
    const url = config.databaseUrl ?? bundled?.url ?? "";
    return await composeOn({ url, secret, renderer, config, log, stopDatabase });
  } catch (error) {
    await stopDatabase();
    throw error;
  }
}

type Ground = {
  url: string;
  secret: string;
  renderer: Renderer & MailRenderer;
  config: Config;
  log: Log;
  stopDatabase: () => Promise<void>;
};

async function composeOn(ground: Ground): Promise<Composed> {
  const { url, secret, renderer, config, log, stopDatabase } = ground;
  const { publicUrl } = config;
  await migrate({ url, folder: new URL("./migrations/", import.meta.url).pathname, log });

  const db = openDatabase({ url, log });
  const pageChanges = createPageChanges({ url, log });
  const storage = await localStorage({ folder: `${config.dataDir}/uploads`, log });
  const files = createFiles({
    db,
    storage,
    publicUrl,
    maxUploadBytes: config.maxUploadBytes,
    quotaBytes: config.uploadQuotaBytes,
  });
  const analytics = createAnalytics({
    db,
    clock: systemClock,
    publicUrl,
    findCountry: await mmdbCountries(),
    countryHeader:
      config.trustProxy && config.countryHeader
        ? { name: config.countryHeader, trustedProxies: config.trustProxy }
        : undefined,
  });
  const derive = createTokenDeriver(secret);
  const tokens = createOrderTokens(derive);
  const limits = config.rateLimits ? createDatabaseLimits({ pool: db.$client, derive }) : noLimits;
  const jobs = pgBossJobs({ url, log });
  const sender = await openMail(config);
  const pathOf = createMailLinks({ derive, orders: tokens });
  const mails = createMails({ jobs, sender, renderer, publicUrl, pathOf });
  const cookie = createSessionCookie(publicUrl);
  const openId = config.google
    ? openIdClient({ ...config.google, redirectUri: `${publicUrl}${accountRoutes.googleCallback.path}` })
    : null;
  const { adminEmail, requireVerifiedEmail } = config;
  const accounts: AccountDeps = {
    db,
    cookie,
    publicUrl,
    limits,
    jobs,
    mails,
    derive,
    openId,
    adminEmail,
    requireVerifiedEmail,
  };
  handleAccountJobs(accounts);
  const site = { publicUrl };
  const cache = createPageCache({
    load: (handle) => findCreatorPage({ db, publicUrl }, handle),
    render: (page, openTileId) =>
      renderer.renderPage(creatorModel(page, { openTileId, isOwner: false }), site),
  });
  pageChanges.subscribe(cache.drop);
  const readiness: Readiness = {
    stopping: false,
    check: async () => void (await db.execute(sql`select 1 from schema_migrations limit 1`)),
  };

  const app = await buildApp({
    db,
    log,
    limits,
    publicUrl,
    trustProxy: config.trustProxy,
    cookie,
    renderer,
    readiness,
    files,
    analytics,
    accounts,
    creators: { db, pageChanges, publicUrl },
    products: { db, pageChanges, publicUrl },
    tiles: { db, pageChanges, publicUrl },
    checkout: { db, analytics, mails, tokens, publicUrl },
    storefront: {
      db,
      publicUrl,
      config: {
        stripeProductId: config.stripeProductId,
        stripePublishableKey: null,
        billingMode: "sandbox",
        googleEnabled: openId !== null,
        platformFeeBps: PLATFORM_FEE_BPS.free,
      },
    },
    pages: { cache },
  });

  if (config.seedDemo) await seedDemo({ db, url, files, pageChanges, publicUrl, log });
  const sweep = () =>
    Promise.all([
      deleteExpiredSessions(db),
      deleteOldTokens(db),
      deleteAbandonedOrders(db),
      deleteOldLimits(db),
      analytics.forgetOldSalts(),
    ]).catch((error) => log.warn({ err: error }, "what has expired stays for now"));
  await sweep();
  if (adminEmail) await promoteVerified(db, adminEmail);
  await jobs.start();
  const sweeper = setInterval(sweep, HOUR_MS).unref();

  return {
    app,
    readiness,
    async stop() {
      clearInterval(sweeper);
      const impatience = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
      await Promise.all([app.close(), jobs.stop()]);
      clearTimeout(impatience);
      await sender.stop();
      await pageChanges.stop();
      await storage.stop();
      await db.$client.end();
      await stopDatabase();
    },
  };
}

/** A mail server, or files and the terminal. */
function openMail({ smtp, mailFrom, dataDir, publicUrl }: Config): Promise<MailSender> | MailSender {
  if (smtp) return smtpMail({ server: smtp, from: mailFrom, hostname: new URL(publicUrl).hostname });
  return outboxMail({
    folder: `${dataDir}/outbox`,
    from: mailFrom,
    print: (line) => void process.stdout.write(`${line}\n`),
  });
}
