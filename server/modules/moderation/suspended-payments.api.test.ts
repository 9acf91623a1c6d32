import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { offerFile, rejection } from "../../testing/factories.ts";
import {
  acceptLatePayments,
  atSandbox,
  buyerOf,
  completeAtSandbox,
  signUpSeller,
  startPaid,
} from "../../testing/payers.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { report } from "../../testing/reports.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite({ settings: { reports: true } });
const admin = testUser(site, { admin: true });
const seller = prepareEach(() => signUpSeller(site));
const { pay, rowOf } = buyerOf(() => site);
let token: string;
beforeEach(async () => {
  await acceptLatePayments(site, seller);
  token = await startPaid(site, (await offerFile(site, seller)).tile.id);
});

const decide = async (scope: "page" | "account") => {
  const { id } = await report(site, admin, { url: `/@${seller.handle}` });
  const body = { scope, ground: "rules", rule: "Terms", reason: "Fake." };
  expect((await admin.call("POST", `/api/admin/reports/${id}/decision`, body)).status).toBe(200);
  return id;
};

test("closes open payments when their seller is suspended", async () => {
  const { returnUrl } = (await pay(token)).body;
  await decide("page");
  await site.settled();
  await atSandbox(site, returnUrl, "pay");
  const [payment] = await site.query("select status from sandbox_payments order by created_at desc limit 1");
  expect(payment.status).toBe("expired");
  expect((await rowOf(token))?.status).not.toBe("paid");
  expect((await pay(token)).status).toBe(409);
});

test("lets a seller with a suspended account refund sales", async () => {
  const { returnUrl } = (await pay(token)).body;
  await completeAtSandbox(site, returnUrl, "pay");
  const { id } = (await rowOf(token)) ?? {};
  await decide("account");
  const refunded = await seller.call("POST", `/api/orders/${id}/refund`, {
    requestId: randomUUID(),
    reason: "requested",
  });
  expect(refunded.status, refunded.text).toBeLessThan(300);
  expect((await seller.call("POST", "/api/tiles", { type: "heading", title: "x" })).body.code).toBe(
    "accounts.suspended",
  );
});

test("requires an administrator to confirm their identity within ten minutes before a decision", async () => {
  const { id } = await report(site, admin, { url: `/@${seller.handle}` });
  await site.sql`update sessions set confirmed_at = now() - interval '601 seconds' where user_id = ${admin.creator.user_id}`;
  const body = { scope: "none", reason: "Nothing." };
  for (const [method, path] of [
    ["POST", `/api/admin/reports/${id}/decision`],
    ["POST", `/api/admin/reports/${id}/lift`],
    ["POST", `/api/admin/reports/${id}/answer`],
    ["POST", "/api/admin/blocks"],
    ["DELETE", "/api/admin/blocks/1"],
  ] as const)
    expect(await admin.call(method, path, body)).toMatchObject(rejection(403, "account.confirm"));
  await site.sql`update sessions set confirmed_at = now() where user_id = ${admin.creator.user_id}`;
  expect((await admin.call("POST", `/api/admin/reports/${id}/decision`, body)).status).toBe(200);
});
