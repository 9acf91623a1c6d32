import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMailServer } from "../../platform/mail/smtp-server.test-kit.ts";
import { createTestDatabase, SECRET } from "../../testing/harness.ts";
import { findFreePort } from "../../testing/nginx.ts";

const RECIPIENTS = 1_000;
/** Emails that one process sends at the same time: the mail server can have accepted these without a record of it. */
const CONCURRENT_EMAILS = 4;
const READY_MS = 40_000;
const SENT_MS = 120_000;
/** Jobs of the killed process are taken over when their lease of a minute has expired. */
const TAKEN_OVER_MS = 150_000;

const email = {
  subject: "News for a thousand",
  body: `Line one & <b>two</b> {{x}}\n\n"Quoted" <script>alert(1)</script>`,
  template: "announcement",
  ctaLabel: "Read <more>",
  ctaUrl: "https://shop.example/?a=1&b=2",
};
const admin = {
  email: "olga@example.org",
  handle: "olga",
  displayName: "Olga Owner",
  password: "a quiet little mosaic",
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let dataDir: string;
let url: string;
let running: ChildProcess | undefined;
let cookie = "";

beforeAll(async () => {
  database = await createTestDatabase();
  mailServer = await startMailServer();
  dataDir = await mkdtemp(join(tmpdir(), "tessera-kill-"));
  url = `http://localhost:${await findFreePort()}`;
});
afterAll(async () => {
  if (running) await kill();
  await mailServer.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the product as an operator does, and waits until it is ready. */
async function start(): Promise<void> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ["server/main.ts"], {
    env: {
      PATH,
      HOME,
      PORT: new URL(url).port,
      DATA_DIR: dataDir,
      APP_SECRET: SECRET,
      DATABASE_URL: database.url,
      SMTP_URL: mailServer.url,
      RATE_LIMITS: "off",
      SEED_DEMO: "false",
      LOG_LEVEL: "warn",
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  running = child;
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`The server stopped:\n${output}`);
    return (await fetch(`${url}/readyz`).catch(() => null))?.ok ?? false;
  };
  await expect.poll(isReady, { timeout: READY_MS, interval: 50 }).toBe(true);
}

async function kill(): Promise<void> {
  const child = running;
  running = undefined;
  if (!child || child.exitCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function post<Body>(path: string, body: object): Promise<{ status: number; body: Body }> {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify(body),
  });
  cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
  return { status: response.status, body: (await response.json()) as Body };
}

async function registerAdmin(): Promise<void> {
  expect((await post("/api/auth/register", admin)).status).toBe(201);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("update users set is_admin = true where email = $1", [admin.email]);
  await client.end();
}

test("an email to a thousand recipients reaches each of them when the process is killed half-way", {
  timeout: 400_000,
}, async () => {
  await start();
  await registerAdmin();
  const preview = (await post<{ html: string; text: string }>("/api/admin/marketing/preview", email)).body;
  const to = Array.from({ length: RECIPIENTS - 1 }, (_, n) => `reader${n}@example.org`);
  const sent = await post("/api/admin/marketing/email", { to: [...to, admin.email], ...email });
  expect(sent).toEqual({ status: 202, body: { queued: RECIPIENTS } });

  const received = () => mailServer.taken.filter(({ mail }) => mail.subject === email.subject);
  await expect
    .poll(() => received().length, { timeout: SENT_MS, interval: 20 })
    .toBeGreaterThan(RECIPIENTS / 2);
  await kill();
  expect(received().length).toBeLessThan(RECIPIENTS);
  await start();

  const reached = () => new Set(received().flatMap(({ envelope }) => envelope.to)).size;
  await expect.poll(reached, { timeout: TAKEN_OVER_MS, interval: 500 }).toBe(RECIPIENTS);
  const newest = async () => {
    const response = await fetch(`${url}/api/admin/marketing/campaigns`, { headers: { cookie } });
    return ((await response.json()) as { campaigns: unknown[] }).campaigns[0];
  };
  await expect
    .poll(newest, { timeout: TAKEN_OVER_MS, interval: 500 })
    .toMatchObject({ total: RECIPIENTS, sent: RECIPIENTS, queued: 0, failed: 0 });

  // A second copy has the Message-ID of the first, so that mail programs show one.
  expect(new Set(received().map(({ mail }) => mail.messageId)).size).toBe(RECIPIENTS);
  expect(received().length - RECIPIENTS).toBeLessThanOrEqual(CONCURRENT_EMAILS);

  const own = received().find(({ envelope }) => envelope.to.includes(admin.email));
  const normalize = (text = "") => text.replaceAll("\r\n", "\n").trimEnd();
  expect(normalize(own?.mail.html)).toBe(normalize(preview.html));
  expect(normalize(own?.mail.text)).toBe(normalize(preview.text));
});
