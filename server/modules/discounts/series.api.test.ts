import { expect, test } from "vitest";
import { inTransaction } from "../../platform/database/index.ts";
import { concurrently, statusCounts } from "../../testing/concurrently.ts";
import { addProduct, offer, rejection, signUpVerified, type TestUser } from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";
import { newSeriesCode } from "./series-codes.ts";
import { addSeries } from "./series-service.ts";

const site = testSite();
const anna = testUser(site, { handle: "anna" });
const berta = testUser(site);

const PATH = "/api/discounts/series";
const CODE = /^[2-9BCDFGHJKMNPQRSTVWXYZ]{10}$/;
const create = (given: Record<string, unknown> = {}, user: TestUser = anna) =>
  user.call("POST", PATH, { name: "Press", count: 3, ...given });
const add = async (given: Record<string, unknown> = {}, user: TestUser = anna) =>
  (await create(given, user)).body.series;
const listed = async (user: TestUser = anna) => (await user.call("GET", PATH)).body.series;
const download = (id: number, user: TestUser = anna) => user.call("GET", `${PATH}/${id}/codes.csv`);
const linesOf = (text: string) => text.replace(/^\ufeff/, "").split("\r\n");
const codesOf = async (id: number): Promise<string[]> =>
  (await site.sql`select code from discounts where series_id = ${id} order by id`).map(({ code }) => code);

test("creates codes for the whole price of all products without an end", async () => {
  const response = await create({ name: " Press 2026 ", count: 500 });
  expect(response).toMatchObject({ status: 201 });
  expect(response.body).toEqual({
    series: {
      id: expect.any(Number),
      name: "Press 2026",
      count: 500,
      used: 0,
      percent_off: 100,
      product_ids: null,
      starts_at: null,
      ends_at: null,
      active: true,
      created_at: expect.any(String),
    },
  });
  const codes = await codesOf(response.body.series.id);
  expect(codes.filter((code) => !CODE.test(code))).toEqual([]);
  expect(new Set(codes).size).toBe(500);
});

test("stores prefix, percentage, products and period", async () => {
  const product = await addProduct(anna);
  const series = await add({
    percentOff: 30,
    productIds: [product.id],
    prefix: " VIP-26 ",
    startsAt: "2026-12-01T00:00:00Z",
    endsAt: "2099-12-24T23:00:00Z",
  });
  expect(series).toMatchObject({
    percent_off: 30,
    product_ids: [product.id],
    starts_at: "2026-12-01T00:00:00.000Z",
    ends_at: "2099-12-24T23:00:00.000Z",
  });
  expect((await codesOf(series.id)).every((code) => CODE.test(code.replace("VIP-26-", "")))).toBe(true);
});

test("takes local times in the creator's time zone", async () => {
  const dora = await site.signUp();
  await site.sql`update creators set time_zone = 'America/New_York' where handle = ${dora.handle}`;
  const series = await add({ startsAt: "2026-12-01T09:00", endsAt: "2026-12-02T09:00:00Z" }, dora);
  expect(series.starts_at).toBe("2026-12-01T14:00:00.000Z");
  const mixed = await create({ startsAt: "2026-12-01T09:00", endsAt: "2026-12-01T13:00Z" }, dora);
  expect(mixed.body.details.fieldErrors).toEqual({ endsAt: ["End must be after the start."] });
});

const COUNT = "Codes must be a whole number from 1 to 500.";
const PREFIX = "Prefix must be at most 20 letters or digits, with single hyphens between them.";
const PERCENT = "Percent must be a whole number from 1 to 100.";
test.for([
  [{ name: "" }, "name", "Name is required."],
  [{ name: "x".repeat(500) }, "name", "Name must be at most 100 characters."],
  [{ count: 0 }, "count", COUNT],
  [{ count: 501 }, "count", COUNT],
  [{ count: 1.5 }, "count", COUNT],
  [{ count: undefined }, "count", COUNT],
  [{ percentOff: 0 }, "percentOff", PERCENT],
  [{ percentOff: 12.5 }, "percentOff", PERCENT],
  [{ productIds: [] }, "productIds", "Choose at least one product."],
  [{ productIds: [999_999] }, "productIds", "Choose your own products."],
  [{ prefix: "for press" }, "prefix", PREFIX],
  [{ prefix: "=PRESS" }, "prefix", PREFIX],
  [{ prefix: "-PRESS" }, "prefix", PREFIX],
  [{ prefix: "x".repeat(21) }, "prefix", PREFIX],
  [
    { startsAt: "2026-12-02T00:00:00Z", endsAt: "2026-12-01T00:00:00Z" },
    "endsAt",
    "End must be after the start.",
  ],
] as const)("rejects %j at its field", async ([given, field, message]) => {
  const response = await create(given);
  expect(response.status).toBe(400);
  expect(response.body.details.fieldErrors[field]).toEqual([message]);
});

test("rejects products of another creator and deleted ones", async () => {
  const [foreign, deleted] = [await addProduct(berta), await addProduct(anna)];
  await anna.call("DELETE", `/api/products/${deleted.id}`);
  for (const { id } of [foreign, deleted])
    expect(await create({ productIds: [id] })).toMatchObject(rejection(400, "discounts.products_not_own"));
});

test("lists the creator's own series newest first with their used codes", async () => {
  const carla = await site.signUp();
  await add();
  const [first, second] = [await add({ name: "First" }, carla), await add({ name: "Second" }, carla)];
  await site.sql`update discounts set taken = 1 where code = ${(await codesOf(first.id))[1]}`;
  expect(await listed(carla)).toEqual([second, { ...first, used: 1 }]);
});

test("neither lists nor counts its codes among the single ones", async () => {
  const carla = await site.signUp();
  await add({ count: 300 }, carla);
  expect((await carla.call("GET", "/api/discounts")).body.discounts).toEqual([]);
  const single = await carla.call("POST", "/api/discounts", { code: "SINGLE", percentOff: 5 });
  expect(single.status).toBe(201);
});

test("changes a code of a series only with its series", async () => {
  const { id } = await add();
  const [code] = await site.sql`select id from discounts where series_id = ${id}`;
  for (const [method, body] of [
    ["PATCH", { percentOff: 5 }],
    ["DELETE", undefined],
  ] as const)
    expect((await anna.call(method, `/api/discounts/${code.id}`, body)).status).toBe(404);
});

test("renames a series and turns its codes off and on", async () => {
  const series = await add();
  const path = `${PATH}/${series.id}`;
  const [code = ""] = await codesOf(series.id);
  const find = () =>
    site.discounts
      .findDiscount(site.db, {
        creatorId: anna.creator.id,
        code: code.toLowerCase(),
        currency: "eur",
        products: [{ id: 7, bundleId: null, type: "digital" }],
      })
      .then(
        ({ percentOff }) => percentOff,
        (error) => error.code,
      );
  expect((await anna.call("PATCH", path, { name: "Friends" })).body.series).toEqual({
    ...series,
    name: "Friends",
  });
  expect(await find()).toBe(100);
  expect((await anna.call("PATCH", path, { active: false })).body.series).toMatchObject({ active: false });
  expect(await find()).toBe("discounts.invalid");
  await anna.call("PATCH", path, { active: true });
  expect(await find()).toBe(100);
});

test("deletes a series with its codes, while orders keep their discount", async () => {
  const seller = await signUpVerified(site);
  const { tile } = await offer(seller, { type: "digital", priceCents: 1000 });
  const series = await add({ percentOff: 40 }, seller);
  const [code = ""] = await codesOf(series.id);
  const token = await startCheckout(tile.id);
  expect((await pay(token, { code, totalCents: 600 })).status).toBe(200);
  expect((await seller.call("DELETE", `${PATH}/${series.id}`)).status).toBe(204);
  expect((await seller.call("DELETE", `${PATH}/${series.id}`)).status).toBe(404);
  expect(await listed(seller)).toEqual([]);
  expect(await codesOf(series.id)).toEqual([]);
  expect(
    await site.sql`select discount_code, discount_cents from orders where creator_id = ${seller.creator.id}`,
  ).toEqual([{ discount_code: code, discount_cents: 400 }]);
});

test("sends the codes with their links and uses as CSV that no cache stores", async () => {
  const { id } = await add({ name: "Überraschung & Co", prefix: "VIP" });
  const codes = await codesOf(id);
  await site.sql`update discounts set taken = 1 where code = ${codes[1]}`;
  const response = await download(id);
  expect(response).toMatchObject({
    status: 200,
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="codes-uberraschung-co.csv"',
      "cache-control": "no-store",
    },
  });
  const link = (code = "") => `http://localhost:3000/@anna?code=${code}`;
  expect(linesOf(response.text)).toEqual([
    "Code,Link,Used",
    `${codes[0]},${link(codes[0])},no`,
    `${codes[1]},${link(codes[1])},yes`,
    `${codes[2]},${link(codes[2])},no`,
    "",
  ]);
  const other = await download((await add({ name: "日本" })).id);
  expect(other.headers["content-disposition"]).toMatch(/filename="codes-\d+\.csv"/);
});

test("returns 404 for another creator's series and 401 without a session", async () => {
  const { id } = await add();
  const requests = [
    ["PATCH", `${PATH}/${id}`, { active: false }],
    ["DELETE", `${PATH}/${id}`, undefined],
    ["GET", `${PATH}/${id}/codes.csv`, undefined],
  ] as const;
  for (const [method, path, body] of requests) {
    const error = { status: 404, body: { error: "Series not found." } };
    expect(await berta.call(method, path, body)).toMatchObject(error);
    expect((await site.call(method, path, body)).status).toBe(401);
  }
  expect((await site.call("GET", PATH)).status).toBe(401);
  expect((await site.call("POST", PATH, { name: "Press", count: 1 })).status).toBe(401);
  expect(await listed()).toContainEqual(expect.objectContaining({ id, active: true }));
});

test("gives a creator at most 20 series, also when several are created at once", async () => {
  const dora = await site.signUp();
  await site.sql`insert into discount_series (creator_id, name) select ${dora.creator.id}, 'Series ' || n
    from generate_series(1, 18) n`;
  const responses = await concurrently(6, () => create({}, dora));
  expect(statusCounts(responses)).toEqual({ 201: 2, 403: 4 });
  expect(responses.find(({ status }) => status === 403)?.body).toEqual({
    error: "You can have at most 20 series of codes. Delete one to create another.",
    code: "discounts.series_limit_reached",
  });
});

test("replaces a code that the creator has already", async () => {
  await anna.call("POST", "/api/discounts", { code: "taken-code", percentOff: 5 });
  const drawn = ["TAKEN-CODE", "FRESH-1", "FRESH-1", "FRESH-2", "FRESH-3"];
  const input = { name: "Press", count: 3, percentOff: 100, productIds: null, prefix: null };
  const { id, count } = await addSeries(
    site,
    { creatorId: anna.creator.id, input: { ...input, startsAt: null, endsAt: null } },
    () => drawn.shift() ?? newSeriesCode(null),
  );
  expect(count).toBe(3);
  expect(await codesOf(id)).toEqual(["FRESH-1", "FRESH-2", "FRESH-3"]);
});

const startCheckout = async (tileId: number): Promise<string> => {
  const { body } = await site.call("POST", "/api/public/checkout", { tileId });
  return body.mockCheckoutUrl.split("/").at(-1);
};
const pay = (token: string, given: object) =>
  site.call("POST", `/api/public/checkout/${token}/pay`, {
    email: "buyer@example.org",
    totalCents: 0,
    consent: true,
    ...given,
  });

test("gives each of 500 codes to one of two racing buyers", async () => {
  const { id } = await add({ count: 500 });
  const codes = await codesOf(id);
  const reserve = (code: string) =>
    inTransaction(site.db, (tx) =>
      site.discounts.reserveDiscount(tx, {
        creatorId: anna.creator.id,
        code,
        currency: "eur",
        products: [{ id: 7, bundleId: null, type: "digital" }],
        isUsedBy: async () => false,
      }),
    );
  const attempts: PromiseSettledResult<{ code: string }>[] = [];
  for (let from = 0; from < codes.length; from += 10) {
    const raced = codes.slice(from, from + 10);
    attempts.push(...(await Promise.allSettled([...raced, ...raced].map(reserve))));
  }
  const won = attempts.flatMap((attempt) => (attempt.status === "fulfilled" ? [attempt.value.code] : []));
  expect(won.sort()).toEqual(codes.toSorted());
  const lost = attempts.flatMap((attempt) => (attempt.status === "rejected" ? [attempt.reason.code] : []));
  expect(lost).toEqual(Array(500).fill("discounts.used_up"));
  expect((await listed()).find((series: { id: number }) => series.id === id).used).toBe(500);
});

/** Pays again after a 503, as a busy machine may answer. */
async function payUntilAnswered(...payment: Parameters<typeof pay>): ReturnType<typeof pay> {
  const response = await pay(...payment);
  return response.status === 503 ? payUntilAnswered(...payment) : response;
}

/** Set `CODES=500` to race for as many by hand. */
const CODES = Number(process.env.CODES ?? 10);
/** The codes that two buyers each pay with at the same time. */
const RACED = 10;

test("delivers one free order for each code, however many buyers pay at once", async () => {
  const seller = await signUpVerified(site);
  const { tile } = await offer(seller, { type: "digital", priceCents: 1000 });
  const { id } = await add({ count: CODES }, seller);
  const codes = await codesOf(id);
  const responses: Awaited<ReturnType<typeof pay>>[] = [];
  for (let from = 0; from < CODES; from += RACED) {
    const raced = codes.slice(from, from + RACED);
    const tokens = await concurrently(2 * raced.length, () => startCheckout(tile.id));
    const paying = tokens.map((token, at) => payUntilAnswered(token, { code: raced[at % raced.length] }));
    responses.push(...(await Promise.all(paying)));
  }
  expect(statusCounts(responses)).toEqual({ 200: CODES, 409: CODES });
  const paid = await site.sql`select discount_code, provider, amount_cents from orders
    where creator_id = ${seller.creator.id} and status = 'paid' order by discount_code`;
  expect(paid).toEqual(
    codes.toSorted().map((code) => ({ discount_code: code, provider: "free", amount_cents: 0 })),
  );
});
