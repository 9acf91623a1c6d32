import { randomBytes } from "node:crypto";
import type { FastifyInstance, InjectOptions } from "fastify";
import { pino } from "pino";
import { inject } from "vitest";
import type { Creator } from "../../contract/creators.ts";
import { type AppDeps, buildApp } from "../app.ts";
import { createMailLinks } from "../mail-links.ts";
import { type AccountDeps, createSessionCookie, handleAccountJobs } from "../modules/accounts/index.ts";
import { createAnalytics } from "../modules/analytics/index.ts";
import { createOrderTokens } from "../modules/checkout/index.ts";
import { createFiles } from "../modules/files/index.ts";
import { createPageCache, creatorModel, findCreatorPage } from "../modules/storefront/index.ts";
import { openDatabase } from "../platform/database/index.ts";
import { createDatabaseLimits } from "../platform/http/database-limits.ts";
import { noLimits } from "../platform/http/limits.ts";
import { memoryJobs } from "../platform/jobs/adapters/memory.ts";
import { pgBossJobs } from "../platform/jobs/adapters/pg-boss.ts";
import { memoryMail } from "../platform/mail/adapters/memory.ts";
import { createMails } from "../platform/mail/mails.ts";
import { createPageChanges } from "../platform/page-changes.ts";
import { pageDocument } from "../platform/render/document.ts";
import type { MailRenderer, Renderer } from "../platform/render/port.ts";
import { memoryStorage } from "../platform/storage/adapters/memory.ts";
import type { Storage } from "../platform/storage/port.ts";
import { createTokenDeriver } from "../platform/tokens.ts";
import { administer, withDatabase } from "./database.ts";

export const PUBLIC_URL = "http://localhost:3000";

export type TestOptions = {
  /** Another node over the same database. */
  databaseUrl?: string;
  storage?: Storage;
  publicUrl?: string;
  trustProxy?: string[];
  maxUploadBytes?: number;
  quotaBytes?: number;
  now?: () => Date;
  findCountry?: (address: string) => string | null;
  /** Limits as the product counts them; otherwise there are none. */
  limits?: "database";
  /** Jobs as the product keeps them; otherwise they run in memory, at once. */
  jobs?: "database";
  deps?: Partial<AppDeps>;
  accounts?: Partial<AccountDeps>;
};

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/** A page as its model alone: what is shown is the browser's tests' business. */
const modelRenderer: Renderer & MailRenderer = {
  renderPage: async (model, site) =>
    pageDocument({
      rendered: { head: "", body: "" },
      model,
      site,
      assets: { headTags: "", script: "/x.js" },
    }),
  renderMail: async (model) => ({ subject: model.mail, html: JSON.stringify(model), text: model.links.main }),
  renderConsole: async () => "<!doctype html><title>console</title>",
  serveAssets: async () => {},
};

/** An empty database of its own, copied from the migrated template. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const adminUrl = inject("adminUrl");
  const name = `tessera_${randomBytes(8).toString("hex")}`;
  await administer(adminUrl, `create database ${name} template ${inject("template")}`);
  return {
    url: withDatabase(adminUrl, name),
    drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

/** The real application on a database of its own; `close` leaves nothing behind. */
export async function createTestApp(options: TestOptions = {}) {
  const own = options.databaseUrl ? undefined : await createTestDatabase();
  const url = options.databaseUrl ?? own?.url ?? "";
  const publicUrl = options.publicUrl ?? PUBLIC_URL;
  const logLines: string[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void logLines.push(line) });
  const db = openDatabase({ url, log, maxConnections: 8 });
  const pageChanges = createPageChanges({ url, log });
  const storage = options.storage ?? memoryStorage();
  const files = createFiles({
    db,
    storage,
    publicUrl,
    maxUploadBytes: options.maxUploadBytes ?? 20 * 1024 * 1024,
    quotaBytes: options.quotaBytes ?? 1024 * 1024 * 1024,
  });
  const analytics = createAnalytics({
    db,
    clock: { now: options.now ?? (() => new Date()) },
    publicUrl,
    findCountry: options.findCountry ?? (() => null),
  });
  const cookie = createSessionCookie(publicUrl);
  const cache = createPageCache({
    load: (handle) => findCreatorPage({ db, publicUrl }, handle),
    render: (page, openTileId) =>
      modelRenderer.renderPage(creatorModel(page, { openTileId, isOwner: false }), { publicUrl }),
  });
  pageChanges.subscribe(cache.drop);
  const derive = createTokenDeriver("a secret that only tests know, long enough");
  const tokens = createOrderTokens(derive);
  const limits = options.limits ? createDatabaseLimits({ pool: db.$client, derive }) : noLimits;
  const inMemory = memoryJobs();
  const jobs = options.jobs ? pgBossJobs({ url, log }) : inMemory;
  const sender = memoryMail();
  const pathOf = createMailLinks({ derive, orders: tokens });
  const mails = createMails({ jobs, sender, renderer: modelRenderer, publicUrl, pathOf });
  const accounts: AccountDeps = {
    db,
    cookie,
    publicUrl,
    limits,
    jobs,
    mails,
    derive,
    openId: null,
    adminEmail: undefined,
    requireVerifiedEmail: false,
    ...options.accounts,
  };
  handleAccountJobs(accounts);
  await jobs.start();
  const app = await buildApp({
    db,
    log,
    limits,
    publicUrl,
    trustProxy: options.trustProxy,
    cookie,
    renderer: modelRenderer,
    readiness: { stopping: false, check: async () => void (await db.execute("select 1")) },
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
        stripeProductId: "prod_test",
        stripePublishableKey: null,
        billingMode: "sandbox",
        googleEnabled: false,
        platformFeeBps: 500,
      },
    },
    pages: { cache },
    ...options.deps,
  });
  return {
    app,
    db,
    databaseUrl: url,
    storage,
    files,
    tokens,
    jobs,
    /** Mails that were sent, once the jobs that wait are done. */
    sentMails: async () => {
      await inMemory.idle();
      return sender.mails;
    },
    logLines,
    /** Makes a call as a visitor: JSON in, status, body and headers out. */
    call: (method: Method, path: string, payload?: unknown, headers?: Record<string, string>) =>
      callAs(app, undefined, method, path, payload, headers),
    signUp: (given: Partial<typeof DEFAULT_PERSON> = {}) => signUp(app, cookie.name, given),
    /** Rows straight from the database, and changes that no call can make. */
    query: async (text: string, values: unknown[] = []) => (await db.$client.query(text, values)).rows,
    async close() {
      await app.close();
      await jobs.stop();
      await pageChanges.stop();
      await storage.stop();
      await db.$client.end();
      await own?.drop();
    },
  };
}

type Method = "GET" | "POST" | "PATCH" | "DELETE" | "HEAD" | "PUT";
const DEFAULT_PERSON = { email: "", handle: "", displayName: "Anna Test", password: "correct horse battery" };
let people = 0;

/** A new creator with a real session. */
async function signUp(app: FastifyInstance, cookieName: string, given: Partial<typeof DEFAULT_PERSON>) {
  people += 1;
  const unique = `${people}${randomBytes(3).toString("hex")}`;
  const person = {
    ...DEFAULT_PERSON,
    email: `person${unique}@example.org`,
    handle: `person-${unique}`,
    ...given,
  };
  const answer = await callAs(app, undefined, "POST", "/api/auth/register", person);
  if (answer.status !== 201) throw new Error(`sign-up failed: ${JSON.stringify(answer.body)}`);
  const session = answer.cookies.find((cookie) => cookie.name === cookieName)?.value ?? "";
  const cookie = `${cookieName}=${session}`;
  return {
    ...person,
    cookie,
    session,
    creator: answer.body.creator as Creator,
    call: (method: Method, path: string, payload?: unknown, headers?: Record<string, string>) =>
      callAs(app, cookie, method, path, payload, headers),
  };
}

async function callAs(
  app: FastifyInstance,
  cookie: string | undefined,
  method: Method,
  path: string,
  payload?: unknown,
  headers: Record<string, string> = {},
) {
  const options: InjectOptions = {
    method,
    url: path,
    headers: { ...headers, ...(cookie ? { cookie } : {}) },
  };
  if (payload !== undefined) options.payload = payload as string | object;
  const response = await app.inject(options);
  const isJson = String(response.headers["content-type"] ?? "").startsWith("application/json");
  return {
    status: response.statusCode,
    headers: response.headers,
    cookies: response.cookies,
    text: response.payload,
    bytes: response.rawPayload,
    // biome-ignore lint/suspicious/noExplicitAny: tests read any answer
    body: (isJson && response.payload ? JSON.parse(response.payload) : undefined) as any,
  };
}
