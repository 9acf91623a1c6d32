import { expect, test } from "vitest";
import { mailsTo, rejection, signUpVerified } from "../../testing/factories.ts";
import { readMe, startCheckout, subscribe } from "../../testing/payers.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";
import { RECONCILE_JOB } from "./reconcile.ts";

const site = testSite();
const anna = prepareEach(async () => {
  const user = await signUpVerified(site);
  await subscribe(site, user);
  return user;
});

const setAtProvider = (status: string) => site.sql`update sandbox_subscriptions set status = ${status}
  where id in (select id from subscriptions where creator_id = ${anna.creator.id})`;
const readAll = async () => {
  await site.sql`update subscriptions set updated_at = now() - interval '2 days'`;
  await site.runNow(RECONCILE_JOB);
};

test("returns 409 for a second subscription while the first is unpaid, and keeps the first when it is paid", async () => {
  await setAtProvider("unpaid");
  await readAll();
  expect(await readMe(anna)).toMatchObject({ plan: "free" });
  expect(await startCheckout(anna)).toMatchObject(
    rejection(
      409,
      "billing.unpaid",
      "Your subscription has an unpaid invoice, so you cannot subscribe again. Choose “Change card, see invoices” and pay it: your plan then continues.",
    ),
  );
  expect((await anna.call("POST", "/api/stripe/portal")).status).toBe(200);
  await setAtProvider("active");
  await readAll();
  expect(await readMe(anna)).toMatchObject({ plan: "creator", stripe_subscription_active: true });
  const rows = await site.sql`select id from subscriptions where creator_id = ${anna.creator.id}`;
  expect(rows).toHaveLength(1);
});

test("emails the creator once when the plan ends, and not when the creator ends it", async () => {
  await setAtProvider("unpaid");
  await readAll();
  await readAll();
  expect(await mailsTo(site, anna.email, "plan-ended")).toHaveLength(1);
  const bea = await signUpVerified(site);
  await subscribe(site, bea);
  await bea.call("POST", "/api/creators/me", {
    handle: bea.handle,
    displayName: bea.displayName,
    plan: "free",
  });
  expect((await readMe(bea)).plan).toBe("free");
  expect(await mailsTo(site, bea.email, "plan-ended")).toEqual([]);
});

test("starts another subscription if the unpaid one has ended and its event was lost", async () => {
  await setAtProvider("unpaid");
  await readAll();
  await setAtProvider("canceled");
  expect((await startCheckout(anna)).status).toBe(200);
});
