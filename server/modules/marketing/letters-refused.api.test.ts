import { beforeEach, expect, test } from "vitest";
import { inTransaction } from "../../platform/database/index.ts";
import { memoryMail } from "../../platform/mail/adapters/memory.ts";
import { MailRejected, type MailSender } from "../../platform/mail/port.ts";
import { signUpVerified } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";
import { STOPPED } from "./problems.ts";

const CAMPAIGNS = "/api/audience/campaigns";
const REASON = "550 5.7.1 the sender is blocked";
const memory = memoryMail();
let isRefused: (to: string) => boolean;
const sender: MailSender = {
  ...memory,
  async sendMail(mail) {
    if (isRefused(mail.to)) throw new MailRejected(REASON);
    return memory.sendMail(mail);
  },
};
const site = testSite({ sender });

const anna = prepareEach(() => signUpVerified(site));
beforeEach(async () => {
  memory.mails.length = 0;
  isRefused = () => false;
  await site.sql`insert into audience_members (creator_id, email, email_hash, source, source_title, consent_text, confirmed_at)
    select ${anna.creator.id}::bigint, email, sha256(convert_to(email, 'UTF8')), 'signup', 'News', 'Yes.', now()
    from (select 'reader' || n || '@example.org' as email from generate_series(1, 10) n) readers`;
});

/** Sends an email to ten readers. Runs `meanwhile` before its numbers are final. */
async function send(meanwhile = async (_id: number) => {}) {
  const mail = { subject: "Two new glazes", body: "Both are food safe." };
  expect((await anna.call("POST", CAMPAIGNS, mail)).status).toBe(202);
  await site.settled();
  const newest = async () => (await anna.call("GET", CAMPAIGNS)).body.campaigns[0];
  await meanwhile((await newest()).id);
  await site.settled();
  await site.runMaintenance();
  await site.settled();
  return newest();
}
const notices = () =>
  memory.mails
    .filter(({ to, subject }) => to === anna.email && subject === "letter-not-sent")
    .map(({ html }) => JSON.parse(html));

test("tells the creator once why the mail server rejected an email for everybody", async () => {
  isRefused = (to) => to.startsWith("reader");
  const sent = await send();
  expect(sent).toMatchObject({ sent: 0, failed: 10, problem: REASON });
  expect((await anna.call("GET", `${CAMPAIGNS}/${sent.id}`)).body.campaign.problem).toBe(REASON);
  await site.runMaintenance();
  await site.settled();
  expect(notices()).toEqual([
    expect.objectContaining({
      ...{ subject: "Two new glazes", reason: REASON, reached: { sent: 0, total: 10 } },
    }),
  ]);
});

test("tells the creator who stopped an email during sending and how many readers it reached", async () => {
  const sent = await send(async (id) => {
    await site.sql`update creators set sending_stopped = true where id = ${anna.creator.id}`;
    await site.sql`update campaign_recipients set state = 'queued', settled_at = null
      where campaign_id = ${id} and address > 'reader3'`;
    for (const row of await site.sql`select id from campaign_recipients where campaign_id = ${id} and state = 'queued'`)
      await inTransaction(site.db, (tx) =>
        site.jobs.enqueue(tx, { name: "marketing.send", data: { recipientId: Number(row.id) } }),
      );
  });
  expect(sent).toMatchObject({ sent: 3, skipped: 7, problem: STOPPED.byAdministrator });
  expect(notices()).toEqual([
    expect.objectContaining({ reason: STOPPED.byAdministrator, reached: { sent: 3, total: 10 } }),
  ]);
});

test("sends no notice about single rejected or unsubscribed readers", async () => {
  isRefused = (to) => to === "reader3@example.org";
  expect(await send()).toMatchObject({ sent: 9, failed: 1, problem: null });
  expect(notices()).toEqual([]);
});
