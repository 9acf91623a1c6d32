import { describe, expect, test } from "vitest";
import { discountVersion } from "../../../contract/api/discounts.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { addProduct, inputErrors } from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site);
const berta = testUser(site);

const PATH = "/api/discounts";
let codes = 0;
const create = (given: Record<string, unknown> = {}, user = anna) => {
  codes += 1;
  return user.call("POST", PATH, { code: `CODE-${codes}`, percentOff: 20, ...given });
};
const add = async (given: Record<string, unknown> = {}) => (await create(given)).body.discount;

test("creates a code that applies to all products without an end by default", async () => {
  const response = await anna.call("POST", PATH, { code: " Spring-26 ", percentOff: 20 });
  expect(response.status).toBe(201);
  expect(response.body).toEqual({
    discount: {
      id: expect.any(Number),
      code: "Spring-26",
      percent_off: 20,
      amount_off_cents: null,
      currency: null,
      product_ids: null,
      starts_at: null,
      ends_at: null,
      max_uses: null,
      once_per_buyer: false,
      active: true,
      uses: 0,
    },
  });
});

test("rejects a change of a code that was changed elsewhere", async () => {
  const discount = await add({ percentOff: 20 });
  const version = { "if-match": `"${discountVersion(discount)}"` };
  const change = (percentOff: number) =>
    anna.call("PATCH", `${PATH}/${discount.id}`, { percentOff }, version);
  expect((await change(30)).status).toBe(200);
  const stale = await change(40);
  expect([stale.status, stale.body.code]).toEqual([409, "changed"]);
  expect(stale.body.details.current).toEqual({ ...discount, percent_off: 30 });
});

test("reads a local time in the creator's time zone", async () => {
  const dora = await site.signUp();
  await site.sql`update creators set time_zone = 'America/New_York' where handle = ${dora.handle}`;
  const { discount } = (await create({ startsAt: "2026-12-01T09:00", endsAt: "2026-12-02T09:00:00Z" }, dora))
    .body;
  expect(discount).toMatchObject({
    starts_at: "2026-12-01T14:00:00.000Z",
    ends_at: "2026-12-02T09:00:00.000Z",
  });
  const early = { endsAt: "2026-12-01T08:59" };
  const response = await dora.call("PATCH", `${PATH}/${discount.id}`, early);
  expect(response.body.details.fieldErrors).toEqual({ endsAt: ["End must be after the start."] });
  const mixed = await create({ startsAt: "2026-12-01T09:00", endsAt: "2026-12-01T13:00Z" }, dora);
  expect(mixed.body.details.fieldErrors).toEqual({ endsAt: ["End must be after the start."] });
});

test("lists only the creator's own codes, newest first", async () => {
  const carla = await site.signUp();
  await add();
  const first = (await create({}, carla)).body.discount;
  const second = (await create({}, carla)).body.discount;
  const response = await carla.call("GET", PATH);
  expect(response).toMatchObject({ status: 200, body: { discounts: [second, first] } });
  expect(response.body.discounts).toHaveLength(2);
});

test("stores an amount with its currency, times in UTC and each product once", async () => {
  const { id } = await addProduct(anna);
  const discount = await add({
    percentOff: undefined,
    amountOffCents: 499.6,
    currency: "CHF",
    productIds: [id, id],
    startsAt: "2026-12-01T00:00:00+01:00",
    endsAt: "2026-12-24T23:00:00Z",
    maxUses: 10,
    oncePerBuyer: true,
    active: false,
  });
  expect(discount).toMatchObject({
    percent_off: null,
    amount_off_cents: 500,
    currency: "chf",
    product_ids: [id],
    starts_at: "2026-11-30T23:00:00.000Z",
    ends_at: "2026-12-24T23:00:00.000Z",
    max_uses: 10,
    once_per_buyer: true,
    active: false,
  });
});

describe("a new code", () => {
  const CODE = "Code must be 4 to 32 letters, digits or hyphens.";
  const ONE = "Enter either a percentage or an amount.";
  const PERCENT = "Percent must be a whole number from 1 to 100.";
  const USES = "Uses must be a whole number from 1 to 1,000,000.";
  test.for([
    [{ code: undefined }, "code", CODE],
    [{ code: "abc" }, "code", CODE],
    [{ code: "x".repeat(33) }, "code", CODE],
    [{ code: "with space" }, "code", CODE],
    [{ code: "größe" }, "code", CODE],
    [{ percentOff: 0 }, "percentOff", PERCENT],
    [{ percentOff: 101 }, "percentOff", PERCENT],
    [{ percentOff: 12.5 }, "percentOff", PERCENT],
    [{ percentOff: null }, "percentOff", ONE],
    [{ amountOffCents: 100 }, "amountOffCents", ONE],
    [{ percentOff: null, amountOffCents: 0 }, "amountOffCents", "Amount must be more than 0."],
    [{ productIds: [] }, "productIds", "Choose at least one product."],
    [{ productIds: [999_999] }, "productIds", "Choose your own products."],
    [{ productIds: Array(101).fill(1) }, "productIds", "Choose at most 100 products, or all."],
    [{ startsAt: "tomorrow" }, "startsAt", "Start must be a date and a time, such as 2026-11-27T18:00."],
    [
      { endsAt: "2026-13-01T00:00:00Z" },
      "endsAt",
      "End must be a date of the calendar with a time from 00:00 to 23:59.",
    ],
    [
      { startsAt: "2026-12-02T00:00:00Z", endsAt: "2026-12-02T00:00:00Z" },
      "endsAt",
      "End must be after the start.",
    ],
    [{ maxUses: 0 }, "maxUses", USES],
    [{ maxUses: 1.5 }, "maxUses", USES],
  ] as const)("rejects %j at its field", async ([given, field, message]) => {
    const response = await create(given);
    expect(response.status).toBe(400);
    expect(response.body.details.fieldErrors[field]).toEqual([message]);
  });

  test("rejects another creator's product", async () => {
    const { id } = await addProduct(berta);
    const response = await create({ productIds: [id] });
    expect(response).toMatchObject({ status: 400, body: { code: "discounts.products_not_own" } });
  });

  test("is unique per creator in any letter case", async () => {
    await add({ code: "summer" });
    const taken = await create({ code: "SUMMER" });
    expect(taken.status).toBe(409);
    expect(taken.body).toEqual(
      inputErrors({ code: ["discounts.code_taken", "You already have this code."] }, "discounts.code_taken"),
    );
    const other = await add();
    expect((await anna.call("PATCH", `${PATH}/${other.id}`, { code: "Summer" })).status).toBe(409);
    expect((await create({ code: "summer" }, berta)).status).toBe(201);
  });
});

test("keeps the other fields on a change and validates the result as a whole", async () => {
  const discount = await add({ maxUses: 5, startsAt: "2026-12-01T00:00:00Z" });
  const path = `${PATH}/${discount.id}`;
  expect(await anna.call("PATCH", path, { active: false, maxUses: null })).toMatchObject({
    status: 200,
    body: { discount: { ...discount, active: false, max_uses: null } },
  });
  expect((await anna.call("PATCH", path, { endsAt: "2026-11-01T00:00:00Z" })).status).toBe(400);
  expect((await anna.call("PATCH", path, { amountOffCents: 100 })).status).toBe(400);
  const amount = await anna.call("PATCH", path, { percentOff: null, amountOffCents: 100 });
  expect(amount.body.discount).toMatchObject({ percent_off: null, amount_off_cents: 100, currency: "eur" });
});

test("changes a code after one of its products was deleted", async () => {
  const one = await addProduct(anna);
  const two = await addProduct(anna);
  const { id } = await add({ productIds: [one.id, two.id] });
  await anna.call("DELETE", `/api/products/${one.id}`);
  expect((await anna.call("PATCH", `${PATH}/${id}`, { percentOff: 30 })).status).toBe(200);
});

test("rejects changes and deletions of another creator's code, and a second deletion", async () => {
  const { id } = await add();
  for (const [method, body] of [
    ["PATCH", { active: false }],
    ["DELETE", undefined],
  ] as const) {
    const response = await berta.call(method, `${PATH}/${id}`, body);
    expect(response).toMatchObject({ status: 404, body: { error: "Discount code not found." } });
  }
  expect((await anna.call("DELETE", `${PATH}/${id}`)).status).toBe(204);
  expect((await anna.call("DELETE", `${PATH}/${id}`)).status).toBe(404);
});

test("limits a creator to 200 codes, even with concurrent additions", async () => {
  const dora = await site.signUp();
  await site.sql`insert into discounts (creator_id, code, percent_off) select ${dora.creator.id}, 'bulk-' || n,
    5 from generate_series(1, 198) n`;
  const responses = await concurrently(6, () => create({}, dora));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403, 403]);
  expect(responses.find(({ status }) => status === 403)?.body).toEqual({
    error: "You can have at most 200 codes. Delete one to add another.",
    code: "discounts.limit_reached",
  });
});
