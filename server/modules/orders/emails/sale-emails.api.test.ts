import { expect, test } from "vitest";
import { mailsTo, offer, signUpVerified, startCheckout, type TestUser } from "../../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../../testing/harness.ts";
import { openSite, testSite } from "../../../testing/test-site.ts";

const site = testSite();

async function sellBowls(on: TestApp, user: TestUser) {
  const { tile } = await offer(user, { name: "Bowl", priceCents: 1000 });
  return async (count: number) => {
    for (let sold = 0; sold < count; sold++) {
      const token = await startCheckout(on, tile.id);
      expect((await on.call("POST", `/api/public/checkout/${token}/pay`)).status).toBe(200);
      // A late first email includes the next sales.
      if (sold === 0) await on.settled();
    }
    await on.settled();
  };
}
/** The total of bowls for 10.00 € each; the provider's fees of real and test sales are not known yet. */
const sumOf = (kind: string, count: number) => ({
  kind,
  currency: "eur",
  count,
  amountCents: count * 1000,
  discountCents: 0,
  shippingCents: 0,
  refundedCents: 0,
  disputedCents: 0,
  feeCents: count * 50,
  feeReturnedCents: 0,
  providerFeeCents: 0,
  unknownProviderFees: kind === "mock" ? 0 : count,
});
const tenMinutesLater = (on: TestApp) =>
  on.query("update sale_emails set sent_at = sent_at - interval '601 seconds'");
const modelsTo = async (user: TestUser) =>
  (await mailsTo(site, user.email))
    .map(({ html }) => JSON.parse(html))
    .filter(({ mail }) => /sale/.test(mail));

test("emails the first sale immediately, and the sales of the next ten minutes as one summary", async () => {
  const anna = await signUpVerified(site);
  const sell = await sellBowls(site, anna);
  await sell(12);
  expect(await modelsTo(anna)).toMatchObject([{ mail: "sale", product: "Bowl" }]);
  expect(await site.query("select count(*)::int as waiting from unreported_sales")).toEqual([
    { waiting: 11 },
  ]);
  await tenMinutesLater(site);
  await sell(1);
  expect((await modelsTo(anna)).slice(1)).toEqual([
    {
      mail: "sales",
      language: "en",
      count: 12,
      totals: [sumOf("mock", 12)],
      mock: true,
      links: { main: expect.stringContaining("/dashboard/products?view=orders") },
    },
  ]);
  expect(await site.query("select * from unreported_sales")).toEqual([]);
});

test("sums mock, test and real sales apart in a summary, and does not call real sales free", async () => {
  const anna = await signUpVerified(site);
  const sell = await sellBowls(site, anna);
  await sell(5);
  const ids = await site.sql`select id from orders where creator_id = ${anna.creator.id} order by id`;
  const asMode = (at: number, mode: string) =>
    site.sql`update orders set provider = 'stripe', mode = ${mode} where id = ${ids[at].id}`;
  await asMode(2, "live");
  await asMode(3, "live");
  await asMode(4, "test");
  await tenMinutesLater(site);
  await sell(1);
  const [summary] = (await modelsTo(anna)).slice(1);
  expect(summary).toMatchObject({ mail: "sales", count: 5, mock: false, isTest: true });
  expect(summary.totals).toEqual([sumOf("live", 2), sumOf("mock", 2), sumOf("test", 1)]);
});

test("emails a single sale after ten quiet minutes with its details", async () => {
  const anna = await signUpVerified(site);
  const sell = await sellBowls(site, anna);
  await sell(1);
  await tenMinutesLater(site);
  await sell(1);
  expect((await modelsTo(anna)).map(({ mail }) => mail)).toEqual(["sale", "sale"]);
});

test("sends the summary after a restart by one job, and loses no sale", async () => {
  const options = { databaseUrl: site.databaseUrl, jobs: "database" } as const;
  const before = await createTestApp(options);
  const anna = await signUpVerified(before);
  const sell = await sellBowls(before, anna);
  await sell(1);
  const sent = async (on: TestApp) =>
    (await on.sentMails()).filter(({ to, subject }) => to === anna.email && /sale/.test(subject));
  await expect.poll(async () => (await sent(before)).length).toBe(1);
  await sell(5);
  const waiting =
    "select id from pgboss.job where name = 'checkout.sale-email' and state = 'created' and start_after > now()";
  await expect.poll(async () => (await site.query(waiting)).length).toBe(1);
  await before.close();
  await tenMinutesLater(site);
  await site.query("update pgboss.job set start_after = now() where name = 'checkout.sale-email'");
  const after = await openSite(options);
  await expect.poll(async () => (await sent(after)).length).toBe(1);
  expect(JSON.parse((await sent(after))[0]?.html ?? "{}")).toMatchObject({ mail: "sales", count: 5 });
});
