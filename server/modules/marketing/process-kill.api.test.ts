import { afterAll, expect, test } from "vitest";
import { startMailServer } from "../../platform/mail/smtp-server.test-kit.ts";
import { HttpClient } from "../../testing/http-client.ts";
import { takeOverNow } from "../../testing/queued-jobs.ts";
import { prepare } from "../../testing/test-site.ts";
import { testNodes } from "../../testing/two-nodes.ts";

const RECIPIENTS = 1_000;
/** Emails that one process sends at the same time: the mail server can have accepted these without a record of it. */
const CONCURRENT_EMAILS = 4;
const SENT_MS = 120_000;

const email = {
  subject: "News for a thousand",
  body: `Line one & <b>two</b> {{x}}\n\n"Quoted" <script>alert(1)</script>`,
  template: "announcement",
  ctaLabel: "Read <more>",
  ctaUrl: "https://shop.example/?a=1&b=2",
};
const mailServer = prepare(() => startMailServer());
const site = testNodes(() => ({ SMTP_URL: mailServer.url }));
afterAll(() => mailServer.stop());

test("an email to a thousand recipients reaches each of them when the process is killed half-way", {
  timeout: 400_000,
}, async () => {
  const [product] = site.nodes;
  const client = new HttpClient(product.url);
  await product.start();
  const admin = await client.register("olga", "Olga Owner");
  await site.query("update users set is_admin = true");
  const preview = await client.postForJson<{ html: string; text: string }>(
    "/api/admin/marketing/preview",
    email,
  );
  const to = Array.from({ length: RECIPIENTS - 1 }, (_, n) => `reader${n}@example.org`);
  const sent = await client.post("/api/admin/marketing/email", { to: [...to, admin.email], ...email });
  expect([sent.status, await sent.json()]).toEqual([202, { queued: RECIPIENTS }]);

  const received = () => mailServer.taken.filter(({ mail }) => mail.subject === email.subject);
  await expect
    .poll(() => received().length, { timeout: SENT_MS, interval: 20 })
    .toBeGreaterThan(RECIPIENTS / 2);
  await product.kill();
  expect(received().length).toBeLessThan(RECIPIENTS);
  await takeOverNow(site);
  await product.start();

  const reached = () => new Set(received().flatMap(({ envelope }) => envelope.to)).size;
  await expect.poll(reached, { timeout: SENT_MS, interval: 500 }).toBe(RECIPIENTS);
  const newest = async () =>
    (await client.getJson<{ campaigns: unknown[] }>("/api/admin/marketing/campaigns")).campaigns[0];
  await expect
    .poll(newest, { timeout: SENT_MS, interval: 500 })
    .toMatchObject({ total: RECIPIENTS, sent: RECIPIENTS, queued: 0, failed: 0 });

  // A second copy has the Message-ID of the first, so that mail programs show one.
  expect(new Set(received().map(({ mail }) => mail.messageId)).size).toBe(RECIPIENTS);
  expect(received().length - RECIPIENTS).toBeLessThanOrEqual(CONCURRENT_EMAILS);

  const own = received().find(({ envelope }) => envelope.to.includes(admin.email));
  const normalize = (text = "") => text.replaceAll("\r\n", "\n").trimEnd();
  expect(normalize(own?.mail.html)).toBe(normalize(preview.html));
  expect(normalize(own?.mail.text)).toBe(normalize(preview.text));
});
