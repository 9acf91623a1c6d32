import { expect, test } from "vitest";
import { inTransaction } from "../../platform/database/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const a = testSite();
const b = testSite(() => ({ databaseUrl: a.databaseUrl }));
const anna = prepare(() => a.signUp());

const product = { id: 7, type: "digital", currency: "eur" } as const;
type Product = { id: number; type: "digital" | "tip"; currency: string };
let codes = 0;

async function add(given: Record<string, unknown> = {}): Promise<{ id: number; code: string }> {
  codes += 1;
  const body = { code: `Code-${codes}`, percentOff: 20, ...given };
  const response = await anna.call("POST", "/api/discounts", body);
  if (response.status !== 201) throw new Error(`no discount: ${response.text}`);
  return response.body.discount;
}

const redemption = (code: string, given: Product = product) => ({
  creatorId: anna.creator.id,
  code,
  currency: given.currency,
  products: [{ ...given, bundleId: null }],
});
const find = (code: string, given?: Product) =>
  outcome(a.discounts.findDiscount(a.db, redemption(code, given)));
const reserve = (code: string, { node = a, isUsedBy = async (_id: number) => false } = {}) =>
  outcome(
    inTransaction(node.db, (tx) => node.discounts.reserveDiscount(tx, { ...redemption(code), isUsedBy })),
  );
const release = (id: number) => inTransaction(a.db, (tx) => a.discounts.releaseDiscount(tx, id));
const honour = (id: number) => inTransaction(a.db, (tx) => a.discounts.honorDiscount(tx, id));
const usesOf = async (id: number) => (await a.sql`select taken from discounts where id = ${id}`)[0].taken;

/** Returns the result, or the status and code of the error. */
async function outcome<T>(work: Promise<T>): Promise<T | string> {
  return work.catch((error: unknown) => {
    if (error instanceof AppError) return `${error.status} ${error.code}`;
    throw error;
  });
}

test("grants a code with ten uses to ten of fifty concurrent buyers on two nodes", async () => {
  const { id, code } = await add({ maxUses: 10 });
  const results = await concurrently(50, (i) => reserve(code, { node: i % 2 ? a : b }));
  expect(results.filter((result) => typeof result === "object")).toHaveLength(10);
  expect(results.filter((result) => result === "409 discounts.used_up")).toHaveLength(40);
  expect(await usesOf(id)).toBe(10);
});

test("grants a code with one use per buyer to one of a buyer's two concurrent orders", async () => {
  const { id, code } = await add({ oncePerBuyer: true });
  const isUsedBy = async () => (await usesOf(id)) > 0;
  const results = await Promise.all([
    reserve(code, { isUsedBy }),
    reserve(code, { node: b, isUsedBy }),
    reserve(code, { isUsedBy }),
  ]);
  expect(results.filter((result) => typeof result === "object")).toHaveLength(1);
  expect(results.filter((result) => result === "409 discounts.used_by_buyer")).toHaveLength(2);
  expect(await usesOf(id)).toBe(1);
});

test("reads a buyer's earlier uses only for codes with one use per buyer", async () => {
  const { code } = await add();
  expect(await reserve(code, { isUsedBy: async () => true })).toMatchObject({ percentOff: 20 });
});

test("finds a code in any letter case and returns it as its creator wrote it", async () => {
  const { id } = await add({ code: "Autumn-26", percentOff: undefined, amountOffCents: 300 });
  expect(await find(" AUTUMN-26 ")).toMatchObject({
    id,
    code: "Autumn-26",
    percentOff: null,
    amountOffCents: 300,
  });
  expect(await usesOf(id)).toBe(0);
});

test("rejects a code that is unknown, inactive, of another creator or for other products", async () => {
  const invalid = "400 discounts.invalid";
  expect(await find("unknown")).toBe(invalid);
  expect(await find("")).toBe(invalid);
  expect(await find("%' or 1=1")).toBe(invalid);
  expect(await find((await add({ active: false })).code)).toBe(invalid);
  const { code } = await add();
  expect(await find(code, { ...product, type: "tip" })).toBe(invalid);
  const berta = await a.signUp();
  const other = { ...redemption(code), creatorId: berta.creator.id };
  expect(await outcome(a.discounts.findDiscount(a.db, other))).toBe(invalid);
  const euro = await add({ percentOff: undefined, amountOffCents: 300, currency: "eur" });
  expect(await find(euro.code, { ...product, currency: "usd" })).toBe(invalid);
});

test("accepts a code for chosen products only with these products", async () => {
  const created = await anna.call("POST", "/api/products", { name: "Bowl" });
  const { id } = created.body.product;
  const { code } = await add({ productIds: [id] });
  expect(await find(code, { ...product, id })).toMatchObject({ percentOff: 20 });
  expect(await find(code, { ...product, id: id + 1 })).toBe("400 discounts.invalid");
});

test("accepts a code only within its period", async () => {
  const past = "2020-01-01T00:00:00Z";
  const future = "2099-01-01T00:00:00Z";
  expect(await find((await add({ startsAt: future })).code)).toBe("400 discounts.not_started");
  expect(await find((await add({ endsAt: past })).code)).toBe("400 discounts.expired");
  expect(await find((await add({ startsAt: past, endsAt: future })).code)).toMatchObject({ percentOff: 20 });
});

test("releases a use without a payment", async () => {
  const { id, code } = await add({ maxUses: 1 });
  await reserve(code);
  expect(await find(code)).toBe("409 discounts.used_up");
  await release(id);
  expect(await reserve(code)).toMatchObject({ id });
});

test("honours the discount of a late payment, even beyond the limit of uses", async () => {
  const { id, code } = await add({ maxUses: 1 });
  await reserve(code);
  await release(id);
  expect(await honour(id)).toEqual({ isExceeded: false });
  expect(await honour(id)).toEqual({ isExceeded: true });
  expect(await usesOf(id)).toBe(2);
});

test("ignores releases and late payments of a deleted code", async () => {
  const { id, code } = await add();
  await reserve(code);
  await anna.call("DELETE", `/api/discounts/${id}`);
  await release(id);
  expect(await honour(id)).toEqual({ isExceeded: false });
});

test("takes no use if the reservation is rolled back", async () => {
  const { id, code } = await add({ maxUses: 1 });
  const failed = inTransaction(a.db, async (tx) => {
    await a.discounts.reserveDiscount(tx, { ...redemption(code), isUsedBy: async () => false });
    throw new Error("payment failed");
  });
  await expect(failed).rejects.toThrow("payment failed");
  expect(await usesOf(id)).toBe(0);
});
