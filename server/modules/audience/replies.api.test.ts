import { expect, test } from "vitest";
import { mailsTo, signUpVerified } from "../../testing/factories.ts";
import { testSite } from "../../testing/test-site.ts";

const REPLIES = "/api/audience/replies";
const site = testSite({ settings: { creatorEmails: { free: 3, creator: 10 } } });

test("lets readers answer to the confirmed email of the account once its creator chose that", async () => {
  const anna = await signUpVerified(site);
  await site.sql`insert into sellers (creator_id, legal_name, address, country, email, is_trader)
    values (${anna.creator.id}, 'Anna Glaze', '1 Street', 'DE', 'shop@example.org', false)`;
  await site.sql`insert into audience_members (creator_id, email, email_hash, source, source_title, consent_text, confirmed_at)
    values (${anna.creator.id}, 'r@example.org', sha256('r@example.org'), 'signup', 'News', 'Yes.', now())`;
  const saved = await anna.call("POST", REPLIES, { toAccount: true });
  expect(saved.body).toMatchObject({ reply_to: anna.email, replies_to_account: true });
  await anna.call("POST", "/api/audience/campaigns", { subject: "Two new glazes", body: "Both are safe." });
  const [mail] = await mailsTo(site, "r@example.org", "creator-news");
  expect(mail).toMatchObject({ replyTo: anna.email });
  const back = await anna.call("POST", REPLIES, { toAccount: false });
  expect(back.body).toMatchObject({ reply_to: "shop@example.org", replies_to_account: false });
});

test("keeps an unconfirmed email of the account to itself", async () => {
  const berta = await site.signUp();
  const refused = await berta.call("POST", REPLIES, { toAccount: true });
  expect([refused.status, refused.body.code]).toEqual([409, "audience.unverified"]);
  const { body } = await berta.call("GET", "/api/audience/sending");
  expect(body).toMatchObject({ reply_to: null, account_email: null });
});
