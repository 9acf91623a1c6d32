import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { QueuedMail } from "../../../contract/mails/mails.ts";
import { DEFAULT_SITE } from "../../../contract/rules/site.ts";
import { createTestDatabase } from "../../testing/create-database.ts";
import { UNTIL_HANG } from "../../testing/deadlines.ts";
import { runQueuedNow } from "../../testing/queued-jobs.ts";
import { type Database, inTransaction, openDatabase } from "../database/index.ts";
import { pgBossJobs } from "../jobs/adapters/pg-boss.ts";
import type { Jobs } from "../jobs/port.ts";
import type { MailRenderer } from "../render/port.ts";
import { createTokenDeriver } from "../tokens.ts";
import { smtpMail } from "./adapters/smtp.ts";
import { createEmailQueue, defineEmailJobs } from "./mails.ts";
import type { EmailLinks, EmailQueue } from "./port.ts";
import { type Behavior, startMailServer } from "./smtp-server.test-kit.ts";
import { readSmtpUrl } from "./smtp-url.ts";

const silent = pino({ level: "silent" });
const publicUrl = "https://tessera.example";
const derive = createTokenDeriver("a secret that only these tests know, long");
/** Returns the model as text, because the web part renders emails. */
const renderer: MailRenderer = {
  renderMail: async (model) => ({ subject: model.mail, html: "<p>", text: model.links.main }),
};

let url: string;
let db: Database;
let drop: () => Promise<void>;
let server: Awaited<ReturnType<typeof startMailServer>>;
/** Seeds whose links no longer work. */
let ended: Set<string>;
let nodes: { jobs: Jobs; mails: EmailQueue; stop(): Promise<void> }[];

beforeEach(async () => {
  ({ url, drop } = await createTestDatabase());
  db = openDatabase({ url, log: silent, maxConnections: 8 });
  server = await startMailServer();
  nodes = [];
  ended = new Set();
});
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await server.stop();
  await db.$client.end();
  await drop();
});

async function startNode() {
  const jobs = pgBossJobs({ url, log: silent });
  const at = readSmtpUrl(server.url);
  if (!at) throw new Error("not an address");
  const from = { name: "Tessera", address: "shop@tessera.example" };
  const sender = smtpMail({ server: at, from, hostname: "tessera.example", waitMs: 1_000 });
  const links: EmailLinks = {
    "reset-password": {
      path: ({ to, seed }) => `/auth/reset?token=${derive(to, seed)}`,
      refresh: async ({ seed }) => !ended.has(seed),
    },
  };
  for (const job of defineEmailJobs({
    sender,
    renderer,
    site: { ...DEFAULT_SITE, publicUrl },
    links,
    unavailableRetryMs: 50,
  }))
    jobs.register(job);
  const mails = createEmailQueue({ jobs, publicUrl });
  await jobs.start();
  const node = { jobs, mails, stop: () => jobs.stop().then(() => sender.stop()) };
  nodes.push(node);
  return node;
}

const reset = (seed: string): QueuedMail => ({
  mail: "reset-password",
  validMinutes: 60,
  links: { main: { to: "reset-password", seed } },
});
const queue = ({ mails }: { mails: EmailQueue }, seed = "seed 1", to = "anna@example.org") =>
  inTransaction(db, (tx) => mails.enqueueEmail(tx, { to, mail: reset(seed), cause: seed }));
const arrivals = (count: number) => vi.waitFor(() => expect(server.taken).toHaveLength(count), UNTIL_HANG);

/** Resolves once attempts of `count` emails have failed. The emails then wait for `tryAgain`. */
const haveFailed = (count: number) => {
  const hold =
    "update pgboss.job set start_after = now() + interval '1 hour' where name = 'mail.deliver' and state = 'retry'";
  return expect.poll(async () => (await db.$client.query(hold)).rowCount).toBe(count);
};
const tryAgain = () => runQueuedNow(db.$client, "mail.deliver");
/** Resolves once no email is queued. */
const allDone = async () => {
  const open = "select from pgboss.job where name = 'mail.deliver' and state < 'completed'";
  await vi.waitFor(async () => expect((await db.$client.query(open)).rows).toEqual([]), UNTIL_HANG);
};

test("sends an email after its transaction, and stores its link nowhere", async () => {
  const node = await startNode();
  let sent = 0;
  const send = async () => {
    sent += 1;
    await queue(node, `seed ${sent}`);
    await arrivals(sent);
  };
  await send();
  const [taken] = server.taken;
  const link = `https://tessera.example/auth/reset?token=${derive("reset-password", "seed 1")}`;
  expect(taken?.mail.text?.trim()).toBe(link);
  expect(taken?.envelope).toEqual({ from: "shop@tessera.example", to: ["anna@example.org"] });
  expect(taken?.mail.messageId).toMatch(/^<[0-9a-f]{64}@tessera\.example>$/);
});

test("sends nothing for a rolled-back transaction, and one email for each cause on two nodes", async () => {
  const [first, second] = [await startNode(), await startNode()];
  const failing = inTransaction(db, async (tx) => {
    await first.mails.enqueueEmail(tx, { to: "anna@example.org", mail: reset("never"), cause: "never" });
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  const causes = Array.from({ length: 20 }, (_, index) => `cause ${index}`);
  await Promise.all(causes.flatMap((cause) => [queue(first, cause), queue(second, cause)]));
  await arrivals(20);
  await allDone();
  expect(new Set(server.taken.map(({ mail }) => mail.messageId)).size).toBe(20);
  expect(server.taken).toHaveLength(20);
  await queue(second, "cause 1", "ben@example.org");
  await arrivals(21);
});

test("keeps emails while the server is unavailable, and sends each once afterwards", async () => {
  const { port } = server;
  await server.stop();
  const node = await startNode();
  for (const seed of ["a", "b", "c"]) await queue(node, seed);
  await haveFailed(3);
  server = await startMailServer({ port });
  await tryAgain();
  await arrivals(3);
  await allDone();
  expect(server.taken).toHaveLength(3);
});

test.each([
  ["says 'not now'", { at: "rcpt", code: 451 }],
  ["does not respond", "silent"],
] satisfies [string, Behavior][])("sends the email again later to a server that %s", async (_, behavior) => {
  server.behave(behavior);
  const node = await startNode();
  await queue(node);
  await haveFailed(1);
  expect(server.taken).toHaveLength(0);
  server.behave("takes");
  await tryAgain();
  await arrivals(1);
  expect(await node.jobs.listDeadLetters()).toEqual([]);
});

test("logs a permanently rejected email without retrying it", async () => {
  server.behave({ at: "rcpt", code: 550 });
  const node = await startNode();
  await queue(node);
  await vi.waitFor(async () => expect(await node.jobs.listDeadLetters()).toHaveLength(1), UNTIL_HANG);
  const [dead] = await node.jobs.listDeadLetters();
  expect(dead).toMatchObject({ name: "mail.deliver", attempts: 1, data: { to: "anna@example.org" } });
  expect(dead?.reason).toContain("550");
});

test("keeps an email of another release's kind for a node of that release", async () => {
  const node = await startNode();
  const data = {
    to: "anna@example.org",
    messageId: "<a@b>",
    mail: { mail: "of-a-later-release", links: {} },
  };
  await inTransaction(db, (tx) => node.jobs.enqueue(tx, { name: "mail.deliver", data }));
  const jobs = async () =>
    (await db.$client.query("select state, retry_count, output from pgboss.job where data ? 'mail'")).rows;
  await expect
    .poll(jobs)
    .toMatchObject([{ state: "retry", retry_count: 0, output: { unknownSince: expect.any(String) } }]);
  expect(await node.jobs.listDeadLetters()).toEqual([]);
  // As if an hour had passed.
  await db.$client.query(
    `update pgboss.job set output = output || jsonb_build_object('unknownSince', now() - interval '61 minutes') where data ? 'mail'`,
  );
  await tryAgain();
  await expect
    .poll(() => node.jobs.listDeadLetters())
    .toMatchObject([{ name: "mail.deliver", reason: "invalid job payload", attempts: 1 }]);
});

test("drops an email whose link expired in the queue, and sends the others", async () => {
  const { port } = server;
  await server.stop();
  const node = await startNode();
  for (const seed of ["a", "b"]) await queue(node, seed);
  await haveFailed(2);
  ended.add("a");
  server = await startMailServer({ port });
  await tryAgain();
  await arrivals(1);
  await allDone();
  expect(server.taken.map(({ mail }) => mail.text?.trim())).toEqual([
    `${publicUrl}/auth/reset?token=${derive("reset-password", "b")}`,
  ]);
  expect(await node.jobs.listDeadLetters()).toEqual([]);
});

test("sends an email twice only to a server that accepts it and disconnects, with the same Message-ID", async () => {
  server.behave("hangs-up-after-data");
  const node = await startNode();
  await queue(node);
  await arrivals(1);
  server.behave("takes");
  await arrivals(2);
  await allDone();
  expect(server.taken).toHaveLength(2);
  expect(new Set(server.taken.map(({ mail }) => mail.messageId)).size).toBe(1);
});

test("stores no token of queued, sent or failed emails", async () => {
  const node = await startNode();
  await queue(node, "sent");
  await arrivals(1);
  server.behave({ at: "data", code: 554 });
  await queue(node, "refused");
  await vi.waitFor(async () => expect(await node.jobs.listDeadLetters()).toHaveLength(1), UNTIL_HANG);
  await node.jobs.stop();
  await queue(node, "waiting");
  const kept = await dump("pgboss");
  expect(kept).toContain("refused");
  for (const seed of ["sent", "refused", "waiting"]) {
    expect(kept).not.toContain(derive("reset-password", seed));
  }
});

/** Returns all rows of a schema as text. */
async function dump(schema: string): Promise<string> {
  const tables = await db.$client.query("select tablename from pg_tables where schemaname = $1", [schema]);
  const texts = tables.rows.map(({ tablename }) =>
    db.$client.query(`select t::text as row from "${schema}"."${tablename}" t`),
  );
  return (await Promise.all(texts)).flatMap(({ rows }) => rows.map(({ row }) => row)).join("\n");
}
