import { expect, test } from "vitest";
import { inTransaction } from "../../platform/database/index.ts";
import { testSite, testUser } from "../../testing/test-site.ts";
import { AT_A_TIME } from "./sending.ts";

const site = testSite();
const admin = testUser(site, { admin: true });

const news = { subject: "News for you", body: "A body that is long enough.", template: "newsletter" };
const listed = async () => (await admin.call("GET", "/api/admin/marketing/campaigns")).body.campaigns;
const newest = async () => (await listed())[0];

/** Inserts a campaign with one recipient per state. */
async function addCampaign(states: string[], pendingRecipients = 0): Promise<number> {
  const [{ id }] =
    await site.sql`insert into campaigns (created_by, subject, body, template, audience, awaited, fingerprint)
     values (gen_random_uuid(), 'News', 'A body that is long enough.', 'newsletter', 'all', ${pendingRecipients}, '') returning id`;
  await site.sql`insert into campaign_recipients (campaign_id, address, address_hash, state)
     select ${id}::bigint, n || '@example.org', sha256(n::text::bytea), state from unnest(${states}::text[]) with ordinality as t(state, n)`;
  return Number(id);
}

test("counts a finished campaign once and keeps its totals", async () => {
  await admin.call("POST", "/api/admin/marketing/email", { to: ["a@example.org", "b@example.org"], ...news });
  await site.settled();
  await addCampaign(["sent", "sent", "failed", "skipped", "sent"]);
  const before = await listed();
  expect(before).toMatchObject([
    { total: 5, queued: 0, sent: 3, failed: 1, skipped: 1 },
    { total: 2, queued: 0, sent: 2, failed: 0, skipped: 0 },
  ]);
  await site.runMaintenance();
  // Without recipients, a second count would return 0.
  await site.query("delete from campaign_recipients");
  expect(await listed()).toEqual(before);
});

test("counts a campaign in progress at each read", async () => {
  const id = await addCampaign(["sent", "queued"]);
  await site.runMaintenance();
  expect(await newest()).toMatchObject({ total: 2, queued: 1, sent: 1 });
  await site.query("update campaign_recipients set state = 'failed' where state = 'queued'");
  expect(await newest()).toMatchObject({ total: 2, queued: 0, sent: 1, failed: 1 });

  await addCampaign(["sent"], 700);
  await site.runMaintenance();
  expect(await newest()).toMatchObject({ total: 701, queued: 700, sent: 1 });
  expect(await site.sql`select outcome from campaigns where id = ${id}`).toEqual([
    { outcome: { sent: 1, failed: 1, skipped: 0 } },
  ]);
});

test("counts recipients who are added to a finished campaign", async () => {
  await site.query("update users set email_verified_at = now()");
  const id = await addCampaign(["sent"]);
  await site.runMaintenance();
  const data = { campaignId: id, after: null };
  await inTransaction(site.db, (tx) => site.jobs.enqueue(tx, { name: "marketing.fill", data }));
  await site.settled();
  expect(await newest()).toMatchObject({ total: 2, sent: 2, queued: 0 });
});

test("reaches each recipient once, even beyond the size of one job", async () => {
  const total = AT_A_TIME + 1;
  const campaignId = await addCampaign(Array(total).fill("queued"));
  const data = { campaignId, after: 0, lane: "many" };
  await inTransaction(site.db, (tx) => site.jobs.enqueue(tx, { name: "marketing.spread", data }));
  const reached = (await site.sentMails()).flatMap(({ to }) => (/^\d+@example\.org$/.test(to) ? to : []));
  expect(await newest()).toMatchObject({ total, sent: total, queued: 0 });
  expect([reached.length, new Set(reached).size]).toEqual([total, total]);
});
