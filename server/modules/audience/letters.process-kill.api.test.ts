import { afterAll, expect, test } from "vitest";
import { startMailServer } from "../../platform/mail/smtp-server.test-kit.ts";
import { HttpClient } from "../../testing/http-client.ts";
import { prepare } from "../../testing/prepare.ts";
import { runScheduledNow, takeOverNow } from "../../testing/queued-jobs.ts";
import { testNodes } from "../../testing/two-nodes.ts";

const READERS = 200;
/**
 * The number of emails that one process sends at a time. When it is killed, the mail server may have accepted
 * these unrecorded.
 */
const CONCURRENT_EMAILS = 4;

const letter = {
  subject: "Two new glazes",
  body: "Both are **food safe**: see [the shop](https://shop.example/a).",
};

const mailServer = prepare(() => startMailServer());
const site = testNodes(() => ({ SMTP_URL: mailServer.url, CREATOR_EMAILS_FREE: String(READERS) }));
afterAll(() => mailServer.stop());

test("reaches each reader of a scheduled email although both nodes are killed midway", async () => {
  const { nodes, query } = site;
  const client = new HttpClient(nodes[0].url);
  await Promise.all(nodes.map((node) => node.start()));
  await client.register("anna");
  await query("update users set email_verified_at = now()");
  await query(`insert into audience_members (creator_id, email, email_hash, source, source_title, consent_text, confirmed_at)
    select creators.id, email, sha256(convert_to(email, 'UTF8')), 'signup', 'News', 'Yes.', now()
    from creators, (select 'reader' || n || '@example.org' as email from generate_series(1, ${READERS}) n) readers`);
  expect((await client.post("/api/audience/letters", letter)).status).toBe(201);
  await query(
    "update letters set send_at = now(), scheduled_by = (select user_id from creators where creators.id = letters.creator_id)",
  );
  await runScheduledNow(site, "audience.scheduled-letters");

  const received = () => mailServer.taken.filter(({ mail }) => mail.subject === letter.subject);
  const waitFor = (count: number) =>
    expect.poll(() => received().length, { interval: 20 }).toBeGreaterThan(count);
  await waitFor(READERS / 5);
  await nodes[0].kill();
  await waitFor(READERS / 2);
  await nodes[1].kill();
  expect(received().length).toBeLessThan(READERS);
  await takeOverNow(site);
  await nodes[0].start();

  const reached = () => new Set(received().flatMap(({ envelope }) => envelope.to)).size;
  await expect.poll(reached, { interval: 500 }).toBe(READERS);
  const newest = async () =>
    (await client.getJson<{ campaigns: unknown[] }>("/api/audience/campaigns")).campaigns[0];
  await expect
    .poll(newest, { interval: 500 })
    .toMatchObject({ total: READERS, sent: READERS, queued: 0, failed: 0 });
  expect(await client.getJson("/api/audience/letters")).toMatchObject({ letters: [] });

  // A second copy has the same Message-ID, so that mail clients show one.
  expect(new Set(received().map(({ mail }) => mail.messageId)).size).toBe(READERS);
  expect(received().length - READERS).toBeLessThanOrEqual(2 * CONCURRENT_EMAILS);
});
