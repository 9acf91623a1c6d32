import { beforeAll, expect, test } from "vitest";
import { addProduct, addTile, modelOf, submitForm } from "../../testing/factories.ts";
import { completeAtSandbox, signUpSeller } from "../../testing/payers.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const seller = prepare(() => signUpSeller(site));
const maker = prepare(() => site.signUp());
let tiles: { seller: number; mock: number };
beforeAll(async () => {
  const tipTile = async (user: typeof maker) => {
    const product = await addProduct(user, { name: "A coffee", type: "tip", priceCents: 300 });
    return (await addTile(user, { type: "tip", title: "A coffee", productId: product.id })).id;
  };
  tiles = { seller: await tipTile(seller), mock: await tipTile(maker) };
});

const post = (path: string, fields: Record<string, string>) => submitForm(site, path, fields);
/** Submits the form of a tip as a browser without scripts does. The redirect repeats the input. */
async function leaveTip(tileId: number, fields: Record<string, string>) {
  const form = { tileId: String(tileId), action: "update", choice: "own", amount: "", note: "", ...fields };
  const started = await post("/checkout/start", form);
  expect(started.status).toBe(307);
  const path = String(started.headers.location);
  const shown = await post(path, form);
  return { path, status: shown.status, model: modelOf(shown.text) };
}

for (const at of ["seller", "mock"] as const) {
  test(`passes amount and note of a tip to the order without scripts, sold by ${at}`, async () => {
    const note = "Thank you!\nMore please.";
    const { path, status, model } = await leaveTip(tiles[at], { amount: "7,50 €", note });
    expect(path).toMatch(at === "mock" ? /^\/checkout\/mock\// : /^\/checkout\/pay\//);
    expect({ status, model }).toMatchObject({
      status: 200,
      model: {
        problems: {},
        entries: { choice: "own", amount: "7,50 €", note },
        order: { product: { name: "A coffee", type: "tip" }, price: { total_cents: 750 } },
      },
    });
    const paid = await post(path, {
      ...{ action: "pay", email: "fan@example.org", choice: "own", amount: "7,50 €", note },
      totalCents: "750",
    });
    expect(paid.status).toBe(303);
    if (at === "seller") await completeAtSandbox(site, String(paid.headers.location), "pay");
    const user = at === "seller" ? seller : maker;
    const { orders } = (await user.call("GET", "/api/orders?status=paid")).body;
    expect(orders).toMatchObject([{ amount_cents: 750, product: { name: "A coffee", type: "tip" } }]);
    const { order } = (await user.call("GET", `/api/orders/${orders[0].id}`)).body;
    expect(order.note).toBe(note);
  });
}

test("explains an invalid amount at its field and keeps the input", async () => {
  const least = "Choose at least €0.50.";
  const most = "Choose at most €1,000.00.";
  const unreadable = "Enter an amount, such as 12.50.";
  for (const [amount, problem] of [
    ["0.004", least],
    ["0.49", least],
    ["-5", unreadable],
    ["1000.01", most],
    ["99999999999999999999", most],
    ["1e9", unreadable],
    ["", unreadable],
  ] as const) {
    const { status, model } = await leaveTip(tiles.mock, { amount, note: "Hello" });
    expect({ amount, status, problems: model.problems, entries: model.entries }).toMatchObject({
      status: 200,
      problems: { amount: problem },
      entries: { choice: "own", amount, note: "Hello" },
    });
  }
  for (const amount of ["3,50", "3.50", "3.50 EUR", "€3.50"])
    expect((await leaveTip(tiles.mock, { amount })).model).toMatchObject({
      problems: {},
      order: { price: { total_cents: 350 } },
    });
});

test("explains an invalid note at its field and keeps it", async () => {
  for (const [note, problem] of [
    ["x".repeat(10_000), "Note must be at most 280 characters."],
    ["Hi\u0007", "Note must not contain invisible control characters."],
  ] as const) {
    const { path } = await leaveTip(tiles.mock, { choice: "300", note });
    const sent = await post(path, { action: "pay", choice: "300", note, totalCents: "300" });
    expect({ status: sent.status, ...modelOf(sent.text) }).toMatchObject({
      status: 400,
      problems: { note: problem },
      entries: { note, choice: "300" },
    });
  }
  const sent = await post("/checkout/start", { tileId: String(tiles.mock), choice: "300", note: "a\u0000b" });
  expect(sent.status).toBe(307);
});
