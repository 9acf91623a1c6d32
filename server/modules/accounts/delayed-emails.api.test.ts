import { beforeEach, expect, onTestFinished, test } from "vitest";
import { smtpMail } from "../../platform/mail/adapters/smtp.ts";
import type { MailSender } from "../../platform/mail/port.ts";
import { startMailServer } from "../../platform/mail/smtp-server.test-kit.ts";
import { readSmtpUrl } from "../../platform/mail/smtp-url.ts";
import { type TestUser, verifyEmail } from "../../testing/factories.ts";
import { findFreePort } from "../../testing/free-port.ts";
import { runQueuedNow } from "../../testing/queued-jobs.ts";
import { testSite } from "../../testing/test-site.ts";

const port = await findFreePort();
const at = readSmtpUrl(`smtp://127.0.0.1:${port}`);
if (!at) throw new Error("not an address");
const smtp = smtpMail({
  server: at,
  from: { name: "Tessera", address: "shop@tessera.example" },
  hostname: "tessera.example",
  waitMs: 1_000,
});
/**
 * Sends to a port where no server listens until a test starts one. Replaces `MailServerUnavailable`, after which
 * an attempt would take seconds to end.
 */
const sender: MailSender = {
  ...smtp,
  sendMail: (mail) =>
    smtp.sendMail(mail).catch((error: unknown) => {
      throw new Error("the email was not sent", { cause: error });
    }),
};
const site = testSite({ jobs: "database", sender });

let queued: number;
beforeEach(async () => {
  queued = 0;
  await site.query("delete from pgboss.job where name = 'mail.deliver'");
});

/**
 * Waits until one more email has failed, and postpones it. So no attempt is in progress while a test changes
 * the time or starts the server.
 */
const hasFailed = () => {
  queued += 1;
  const hold = async () =>
    site.query(
      "update pgboss.job set start_after = now() + interval '1 hour' where name = 'mail.deliver' and state = 'retry' returning id",
    );
  return expect.poll(hold).toHaveLength(queued);
};
const signUp = async () => {
  const user = await site.signUp();
  await hasFailed();
  return user;
};
const signUpVerified = async () => {
  const user = await signUp();
  await verifyEmail(site, user);
  return user;
};
const forgot = async ({ email }: TestUser) => {
  expect((await site.call("POST", "/api/auth/forgot-password", { email })).status).toBe(204);
  await hasFailed();
};

/** Starts the mail server. Resolves with the received emails once none is queued. */
const receive = async () => {
  const server = await startMailServer({ port });
  onTestFinished(() => server.stop());
  await runQueuedNow(site, "mail.deliver");
  const waiting = () =>
    site.query("select from pgboss.job where name = 'mail.deliver' and state < 'completed'");
  await expect.poll(waiting).toEqual([]);
  return server.taken;
};
/** Returns the tokens of the received emails that link to a path. */
const tokensOf = (emails: Awaited<ReturnType<typeof receive>>, path: string) =>
  emails.flatMap(({ mail }) => {
    const link = new RegExp(`${path}\\?token=([\\w-]+)`).exec(mail.text ?? "");
    return link?.[1] ?? [];
  });
/** Moves the database's time forward for the queued emails. */
const waitMinutes = (minutes: number) =>
  site.sql`update one_time_tokens set created_at = created_at - make_interval(mins => ${minutes}),
    expires_at = expires_at - make_interval(mins => ${minutes})`;
const readReset = async ({ creator }: TestUser) =>
  (
    await site.sql`select extract(epoch from expires_at - now())::int / 60 as minutes, used_at is null as open
      from one_time_tokens where purpose = 'reset' and user_id = ${creator.user_id}`
  )[0];
const reset = (token: string) =>
  site.call("POST", "/api/auth/reset-password", { token, password: "a new password" });

test("keeps a reset link valid for an hour after its email was sent three hours late, for one use", async () => {
  const anna = await signUpVerified();
  await forgot(anna);
  await waitMinutes(180);
  const [token, ...more] = tokensOf(await receive(), "/auth/reset");
  expect(more).toEqual([]);
  const link = await readReset(anna);
  expect(link.open).toBe(true);
  expect(link.minutes).toBeGreaterThan(55);
  expect(link.minutes).toBeLessThanOrEqual(60);
  expect((await reset(token ?? "")).status).toBe(204);
  expect((await reset(token ?? "")).status).toBe(400);
});

test("expires a reset link an hour after its late email was sent", async () => {
  const anna = await signUpVerified();
  await forgot(anna);
  await waitMinutes(180);
  const [token] = tokensOf(await receive(), "/auth/reset");
  await waitMinutes(61);
  expect((await reset(token ?? "")).status).toBe(400);
});

test("expires a reset link an hour after the request if its email was hardly delayed", async () => {
  const anna = await signUpVerified();
  await forgot(anna);
  await waitMinutes(4);
  await receive();
  expect((await readReset(anna)).minutes).toBeLessThanOrEqual(56);
});

test("sends only the newest of several queued reset emails", async () => {
  const anna = await signUpVerified();
  for (let count = 0; count < 3; count++) await forgot(anna);
  await waitMinutes(90);
  const [token, ...more] = tokensOf(await receive(), "/auth/reset");
  expect(more).toEqual([]);
  expect((await reset(token ?? "")).status).toBe(204);
});

test("drops a queued email of a deleted account without an error", async () => {
  const [anna, berta] = [await signUp(), await signUp()];
  await forgot(anna);
  await site.sql`delete from users where id = ${anna.creator.user_id}`;
  expect((await receive()).map(({ envelope }) => envelope.to)).toEqual([[berta.email]]);
  expect(await site.jobs.listDeadLetters()).toEqual([]);
});

test("accepts a verification link sent three days late, and drops one that is no longer needed", async () => {
  const [anna, berta] = [await signUp(), await signUp()];
  await verifyEmail(site, berta);
  await waitMinutes(3 * 24 * 60);
  const emails = await receive();
  expect(emails.map(({ envelope }) => envelope.to)).toEqual([[anna.email]]);
  const [token] = tokensOf(emails, "/api/auth/verify");
  const followed = await site.call("GET", `/api/auth/verify?token=${token}`);
  expect(followed.headers.location).toBe("/auth/verify?status=success");
  expect((await berta.call("GET", "/api/creators/me")).status).toBe(200);
});
