import { expect, test } from "vitest";
import { fieldRejection } from "../../../testing/factories.ts";
import { insertOrder } from "../../../testing/sold-orders.ts";
import { testSite, testUser } from "../../../testing/test-site.ts";

const site = testSite();
const olga = testUser(site, { admin: true });
const anna = testUser(site);

const SELLER = {
  legal_name: "=Anna Test",
  address: "Main Street 1\n10115 Berlin",
  country: "DE",
  email: "anna@example.org",
  vat_id: "DE123",
  register: null,
  is_trader: true,
};

const addOrder = (given: Record<string, unknown>) =>
  insertOrder(site, {
    creator_id: anna.creator.id,
    paid_at: "2026-02-03T00:00:00Z",
    seller: JSON.stringify(SELLER),
    ...given,
  });

test("sums by seller, quarter, type and currency, with deleted creators and without mock orders", async () => {
  await addOrder({});
  await addOrder({ amount_cents: 2000, fee_cents: 100, refunded_cents: 500, fee_returned_cents: 25 });
  await addOrder({ status: "refunded", refunded_cents: 1000, fee_returned_cents: 50 });
  await addOrder({ paid_at: "2026-03-31T23:30:00-02:00", type: "digital", currency: "usd" });
  await addOrder({ creator_id: null, paid_at: "2026-12-31T23:59:59Z" });
  for (const given of [{ mode: "test" }, { mode: "sandbox" }, { mode: null, provider: "mock" }])
    await addOrder(given);
  await addOrder({ amount_cents: 0, fee_cents: 0, provider: "free" });
  await addOrder({ status: "pending", paid_at: null });
  await addOrder({ paid_at: "2025-12-31T23:59:59Z" });
  const response = await olga.call("GET", "/api/admin/sellers.csv?year=2026");
  expect(response.headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="sellers-2026.csv"',
  });
  const seller = `'=Anna Test,"Main Street 1\n10115 Berlin",DE,DE123,,yes`;
  expect(response.text.replace("\ufeff", "").split("\r\n")).toEqual([
    "Seller,Legal name,Address,Country,VAT id,Register,Trader,Quarter,Type,Currency,Sales,Amount,Refunded,Platform fee,Disputed",
    `${anna.creator.id},${seller},2026-Q1,physical,EUR,3,40.00,15.00,1.25,0.00`,
    `${anna.creator.id},${seller},2026-Q2,digital,USD,1,10.00,0.00,0.50,0.00`,
    `deleted,${seller},2026-Q4,physical,EUR,1,10.00,0.00,0.50,0.00`,
    "",
  ]);
});

test("exports the report of a year only for administrators", async () => {
  expect((await site.call("GET", "/api/admin/sellers.csv?year=2026")).status).toBe(401);
  expect((await anna.call("GET", "/api/admin/sellers.csv?year=2026")).status).toBe(403);
  for (const year of ["", "1900", "2026.5", "x"]) {
    expect(await olga.call("GET", `/api/admin/sellers.csv?year=${year}`)).toMatchObject(
      fieldRejection("year", "Choose a year from 2020 to 2100."),
    );
  }
});
