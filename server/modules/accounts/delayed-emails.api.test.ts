import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { smtpMail } from "../../platform/mail/adapters/smtp.ts";
import { startMailServer } from "../../platform/mail/smtp-server.test-kit.ts";
import { readSmtpUrl } from "../../platform/mail/smtp-url.ts";
import { signUpVerified, type TestUser, verifyEmail } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { openSite } from "../../testing/test-site.ts";

// An email whose server was unavailable is retried after some seconds.
vi.setConfig({ testTimeout: 60_000 });

let site: TestApp;
let server: Awaited<ReturnType<typeof startMailServer>>;
/** The links of the emails whose delivery has failed. */
let deadLinks: Set<string>;
/** A site whose mail server is down. */
beforeEach(async () => {
  server = await startMailServer();
  await server.stop();
  const at = readSmtpUrl(server.url);
  if (!at) throw new Error("not an address");
  const from = { name: "Tessera", address: "shop@tessera.example" };
  const smtp = smtpMail({ server: at, from, hostname: "tessera.example", waitMs: 1_000 });
  deadLinks = new Set();
  const sendMail: typeof smtp.sendMail = (mail) =>
    smtp.sendMail(mail).catch((error: unknown) => {
      if (mail.mainLink) deadLinks.add(mail.mainLink);
      throw error;
    });
  site = await openSite({ jobs: "database", sender: { ...smtp, sendMail } });
});
afterEach(() => server.stop());

const back = async () => {
  server = await startMailServer({ port: server.port });
};
/** Moves the database's time forward for the queued emails. */
const waitMinutes = (minutes: number) =>
  site.sql`update one_time_tokens set created_at = created_at - make_interval(mins => ${minutes}),
    expires_at = expires_at - make_interval(mins => ${minutes})`;
const linksOf = async (purpose: string) =>
  site.sql`select extract(epoch from expires_at - now())::int / 60 as minutes, used_at is null as open
    from one_time_tokens where purpose = ${purpose} order by created_at`;
const resetsThatMetNobody = () => [...deadLinks].filter((link) => link.includes("/auth/reset"));
/** Resolves when the delivery has failed, so that none is in progress while the time is moved. */
const forgot = async ({ email }: TestUser) => {
  const before = resetsThatMetNobody().length;
  expect((await site.call("POST", "/api/auth/forgot-password", { email })).status).toBe(204);
  await vi.waitFor(() => expect(resetsThatMetNobody()).toHaveLength(before + 1), 30_000);
};
/** Resolves when so many emails with a link have met nobody: one in progress could be sent once the server is back. */
const haveFailed = (count: number) => vi.waitFor(() => expect(deadLinks.size).toBe(count), 30_000);
/** The tokens of the received emails with such a link. */
const arrived = (path: string) =>
  server.taken.flatMap(({ mail }) => {
    const link = new RegExp(`${path}\\?token=([\\w-]+)`).exec(mail.text ?? "");
    return link?.[1] ?? [];
  });
const waiting = async () =>
  (
    await site.query(
      "select count(*)::int as count from pgboss.job where name = 'mail.deliver' and state in ('created', 'retry', 'active')",
    )
  )[0].count;
const allGone = () => vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 45_000 });
const reset = (token: string) =>
  site.call("POST", "/api/auth/reset-password", { token, password: "a new password" });

test("a reset link whose email was delayed by three hours works for an hour after sending, once", async () => {
  const anna = await signUpVerified(site);
  await forgot(anna);
  await waitMinutes(180);
  await back();
  await allGone();
  const [token, ...more] = arrived("/auth/reset");
  expect(more).toEqual([]);
  const [link] = await linksOf("reset");
  expect(link.open).toBe(true);
  expect(link.minutes).toBeGreaterThan(55);
  expect(link.minutes).toBeLessThanOrEqual(60);
  expect((await reset(token ?? "")).status).toBe(204);
  expect((await reset(token ?? "")).status).toBe(400);
});

test("a reset link that was sent late expires after an hour", async () => {
  const anna = await signUpVerified(site);
  await forgot(anna);
  await waitMinutes(180);
  await back();
  await allGone();
  await waitMinutes(61);
  expect((await reset(arrived("/auth/reset")[0] ?? "")).status).toBe(400);
});

test("a reset link whose email was hardly delayed expires an hour after the request", async () => {
  const anna = await signUpVerified(site);
  await forgot(anna);
  await waitMinutes(4);
  await back();
  await allGone();
  expect((await linksOf("reset"))[0].minutes).toBeLessThanOrEqual(56);
});

test("of several queued reset emails only the newest is sent", async () => {
  const anna = await signUpVerified(site);
  for (let count = 0; count < 3; count++) await forgot(anna);
  await waitMinutes(90);
  await back();
  await allGone();
  const [token, ...more] = arrived("/auth/reset");
  expect(more).toEqual([]);
  expect((await reset(token ?? "")).status).toBe(204);
});

test("a queued email of a deleted account is dropped without an error", async () => {
  const [anna, berta] = [await site.signUp(), await site.signUp()];
  await forgot(anna);
  await haveFailed(3);
  await site.sql`delete from users where id = ${anna.creator.user_id}`;
  await back();
  await allGone();
  expect(server.taken.map(({ envelope }) => envelope.to)).toEqual([[berta.email]]);
  expect(await site.jobs.listDeadLetters()).toEqual([]);
});

test("a verification link whose email was delayed by three days works; one that is no longer needed is not sent", async () => {
  const [anna, berta] = [await site.signUp(), await site.signUp()];
  await haveFailed(2);
  await verifyEmail(site, berta);
  await waitMinutes(3 * 24 * 60);
  await back();
  await allGone();
  expect(server.taken.map(({ envelope }) => envelope.to)).toEqual([[anna.email]]);
  const [token] = arrived("/api/auth/verify");
  const followed = await site.call("GET", `/api/auth/verify?token=${token}`);
  expect(followed.headers.location).toBe("/auth/verify?status=success");
  expect((await berta.call("GET", "/api/creators/me")).status).toBe(200);
});
