import { expect, test } from "vitest";
import { MailRejected, type MailSender } from "../../platform/mail/port.ts";
import { offer, signUpAdmin, signUpVerified, startCheckout } from "../../testing/factories.ts";
import { testSite } from "../../testing/test-site.ts";

/** An SMTP server that repeats the recipient in its rejection, as real ones do. */
const sender: MailSender = {
  sendMail: async ({ to }) => {
    if (to.startsWith("rejected")) throw new MailRejected(`550 5.1.1 <${to}>: user unknown`);
  },
  testServer: async () => null,
  stop: async () => {},
};

const site = testSite(() => ({ jobs: "database", sender }));

const jobRows = async () => JSON.stringify(await site.query("select * from pgboss.job"));
/**
 * Waits until no job is queued or in progress, because a job that runs during an erasure may queue another
 * email.
 */
const settled = () =>
  expect
    .poll(() =>
      site.query(
        "select name from pgboss.job where state < 'completed' and data is not null and start_after <= now() and name <> 'dead'",
      ),
    )
    .toEqual([]);

test("erases the email of a deleted account from finished and dead jobs, whether of a user, a buyer or a password reset", async () => {
  const [admin, seller] = [await signUpAdmin(site), await signUpVerified(site)];
  const berta = await site.signUp({ email: "rejected-berta@example.org" });
  await site.call("POST", "/api/auth/forgot-password", { email: berta.email });
  const checkoutToken = await startCheckout(site, (await offer(seller)).tile.id);
  await site.call("POST", `/api/public/checkout/${checkoutToken}/pay`, { email: berta.email });
  await settled();
  const before = await jobRows();
  expect(before).toContain(`<${berta.email}>: user unknown`);
  expect(before).toContain(`"buyerEmail":"${berta.email}"`);
  expect((await admin.call("DELETE", `/api/admin/users/${berta.creator.user_id}`)).status).toBe(204);
  await expect.poll(jobRows).not.toContain(berta.email);
  expect(await jobRows()).toContain(seller.email);
});

test("keeps the reason of a failed marketing email without the email when the account is deleted", async () => {
  const admin = await signUpAdmin(site);
  const clara = await site.signUp({ email: "rejected-clara@example.org" });
  const draft = {
    to: clara.email,
    subject: "News for you",
    body: "A body that is long enough.",
    template: "newsletter",
  };
  const sent = await admin.call("POST", "/api/admin/marketing/email", draft);
  expect(sent.status, sent.text).toBe(202);
  const rows = () =>
    site.query("select address, state, reason from campaign_recipients where state <> 'queued'");
  await expect.poll(rows).toHaveLength(1);
  expect((await rows())[0].reason).toContain(clara.email);
  await admin.call("DELETE", `/api/admin/users/${clara.creator.user_id}`);
  expect(await rows()).toEqual([
    { address: null, state: "failed", reason: "550 5.1.1 <[deleted]>: user unknown" },
  ]);
});
