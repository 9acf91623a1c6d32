import { expect, test } from "vitest";
import { ageProof } from "../../testing/factories.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const REFUSED = { status: 403, body: { code: "account.confirm" } };

test("requires recent authentication for a new payout destination, but not for the rest of the profile", async () => {
  const anna = await site.signUp();
  const save = (more: object) =>
    anna.call("POST", "/api/creators/me", { handle: anna.handle, displayName: "Anna", ...more });
  const payments = { paymentProvider: "stripe", paymentAccountId: "acct_1" };
  expect((await save(payments)).status).toBe(200);
  await ageProof(site, anna);
  expect((await save({ ...payments, bio: "Ceramics." })).status).toBe(200);
  expect(await save({ paymentAccountId: "acct_2" })).toMatchObject(REFUSED);
  expect(await save({ paymentProvider: "none" })).toMatchObject(REFUSED);
  expect(await save({ paymentAccountId: "", plan: "free" })).toMatchObject(REFUSED);
  expect((await anna.call("GET", "/api/creators/me")).body.creator).toMatchObject({
    payment_provider: "stripe",
    payment_account_id: "acct_1",
    bio: "Ceramics.",
  });
});
