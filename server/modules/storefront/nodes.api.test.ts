import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Tile } from "../../../contract/api/tiles.ts";
import { addProduct, addTile, modelOf } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const a = testSite();
const b = testSite(() => ({ databaseUrl: a.databaseUrl }));
const anna = prepare(() => a.signUp({ handle: "anna" }));

const seenOn = async (node: TestApp, handle = "anna") => {
  const { status, text } = await node.call("GET", `/@${handle}`);
  return status === 200 ? modelOf(text) : { status };
};

const eventually = (isThere: () => Promise<boolean>) => expect.poll(isThere, { interval: 20 }).toBe(true);

test("shows a change on the other node", async () => {
  const displayName = "Anna of the wheel";
  await anna.call("POST", "/api/creators/me", { handle: "anna", displayName });
  await eventually(async () => (await seenOn(b)).creator.display_name === displayName);
});

test("shows each kind of change immediately on both nodes", async () => {
  const product = await addProduct(anna, { name: "Bowl" });
  const tile = await addTile(anna, { title: "Shop" });
  const selling = await addTile(anna, { type: "product", title: "Bowl", productId: product.id });
  await seenOn(b);

  const titles = (model: { tiles?: { title: string }[] }) => model.tiles?.map((shown) => shown.title);
  const profile = { handle: "anna", displayName: "Anna the potter" };
  const changes: [() => Promise<{ status: number }>, (model: ReturnType<typeof modelOf>) => boolean][] = [
    [
      () => anna.call("POST", "/api/creators/me", profile),
      (model) => model.creator.display_name === "Anna the potter",
    ],
    [
      () => anna.call("PATCH", `/api/tiles/${tile.id}`, { title: "Store" }),
      (model) => titles(model)?.[0] === "Store",
    ],
    [
      () => anna.call("PATCH", `/api/tiles/${selling.id}`, { position: 0 }),
      (model) => titles(model)?.[0] === "Bowl",
    ],
    [
      () => anna.call("PATCH", `/api/products/${product.id}`, { priceCents: 7 }),
      (model) => model.tiles[0].product.price_cents === 7,
    ],
    [
      () => anna.call("PATCH", `/api/products/${product.id}`, { active: false }),
      (model) => titles(model)?.length === 1,
    ],
    [() => anna.call("DELETE", `/api/tiles/${tile.id}`), (model) => titles(model)?.length === 0],
    [
      () => anna.call("POST", "/api/tiles", { type: "link", title: "Last", url: "https://l.example" }),
      (model) => titles(model)?.at(-1) === "Last",
    ],
    [() => anna.call("DELETE", `/api/products/${product.id}`), (model) => titles(model)?.join() === "Last"],
  ];
  for (const [change, isShown] of changes) {
    expect((await change()).status).toBeLessThan(300);
    expect(isShown(await seenOn(a))).toBe(true);
    await eventually(async () => isShown(await seenOn(b)));
  }
});

test("shows a change of a block, event or goal immediately on both nodes", async () => {
  const clara = await a.signUp();
  const text = await addTile(clara, { type: "text", title: "", description: "Made by hand." });
  const event = { type: "event", title: "Fair", eventStartsAt: "2098-06-01T10:00", place: "Old Mill" };
  const fair = await addTile(clara, event);
  const byHand = { from: "hand", currency: "eur", target: 100_000, current: 0 };
  const goal = await addTile(clara, { type: "goal", title: "A kiln", goal: byHand });
  const shown = (node: TestApp) => seenOn(node, clara.creator.handle);
  await Promise.all([a, b].map(shown));

  const change = (id: number, given: object) => () => clara.call("PATCH", `/api/tiles/${id}`, given);
  const isOn = (id: number, expected: object) => (model: ReturnType<typeof modelOf>) =>
    expect.objectContaining(expected).asymmetricMatch(model.tiles.find((tile: Tile) => tile.id === id));
  const isGone = (id: number) => (model: ReturnType<typeof modelOf>) =>
    !model.tiles.some((tile: Tile) => tile.id === id);
  const moved = { place: "New Mill", soldOut: true };
  const changes: [() => Promise<{ status: number }>, (model: ReturnType<typeof modelOf>) => boolean][] = [
    [change(text.id, { description: "Fired twice." }), isOn(text.id, { description: "Fired twice." })],
    [
      change(fair.id, moved),
      isOn(fair.id, { event: expect.objectContaining({ place: "New Mill", sold_out: true }) }),
    ],
    [
      change(goal.id, { goal: { ...byHand, current: 40_000 } }),
      isOn(goal.id, { goal: expect.objectContaining({ current: 40_000 }) }),
    ],
    [change(text.id, { hidden: true }), isGone(text.id)],
    [change(text.id, { hidden: false }), isOn(text.id, { description: "Fired twice." })],
    [() => clara.call("DELETE", `/api/tiles/${fair.id}`), isGone(fair.id)],
  ];
  for (const [make, isShown] of changes) {
    expect((await make()).status).toBeLessThan(300);
    expect(isShown(await shown(a))).toBe(true);
    await eventually(async () => isShown(await shown(b)));
  }
});

test("moves the page to a new handle on both nodes", async () => {
  const berta = await a.signUp({ handle: "berta" });
  expect(await seenOn(b, "berta")).toMatchObject({ page: "creator" });
  await berta.call("POST", "/api/creators/me", { handle: "berta-2", displayName: "Berta" });
  await eventually(async () => (await seenOn(b, "berta")).status === 302);
  expect(await seenOn(b, "berta-2")).toMatchObject({ page: "creator" });
});

test("shows changes made while the notification connection was lost, once it is restored", async () => {
  await seenOn(b);
  const notices =
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tessera notices' and datname = current_database()";
  await a.query(notices);
  await anna.call("POST", "/api/creators/me", { handle: "anna", displayName: "Changed in silence" });
  await eventually(async () => (await seenOn(b)).creator.display_name === "Changed in silence");
  await setTimeout(700);
  await anna.call("POST", "/api/creators/me", { handle: "anna", displayName: "Heard again" });
  await eventually(async () => (await seenOn(b)).creator.display_name === "Heard again");
});

test("does not cache the old state of a page that changes during its rendering", async () => {
  const tile = await addTile(anna, { title: "0" });
  for (let round = 1; round <= 20; round++) {
    const reads = Array.from({ length: 5 }, () => seenOn(b));
    await anna.call("PATCH", `/api/tiles/${tile.id}`, { title: String(round) });
    await Promise.all([...reads, seenOn(b)]);
    expect((await seenOn(a)).tiles.at(-1).title).toBe(String(round));
  }
  await eventually(async () => (await seenOn(b)).tiles.at(-1).title === "20");
});
