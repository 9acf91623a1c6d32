import { beforeAll, expect, test } from "vitest";
import { addProduct, addTile, modelOf, offerFile, startCheckout } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { handle: "anna" });
beforeAll(async () => {
  await saveProfile({ timeZone: "Europe/Berlin" });
});

const HOUR_MS = 3_600_000;
const hence = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const saveProfile = (profile: Record<string, unknown>) =>
  anna.call("POST", "/api/creators/me", { handle: "anna", displayName: "Anna", ...profile });
const change = (id: number, patch: Record<string, unknown>) => anna.call("PATCH", `/api/tiles/${id}`, patch);
const titlesOn = async (path = "/@anna", as: { call: TestApp["call"] } = site) =>
  modelOf((await as.call("GET", path)).text).tiles.map(({ title }: { title: string }) => title);
const publicTitles = async () =>
  (await site.call("GET", "/api/public/creator/anna")).body.tiles.map(
    ({ title }: { title: string }) => title,
  );

test("converts local times in the creator's time zone, and stores instants unchanged", async () => {
  const tile = await addTile(anna, { startsAt: "2097-07-01T10:00", endsAt: "2097-12-01T10:00:00Z" });
  expect(tile).toMatchObject({
    starts_at: "2097-07-01T08:00:00.000Z",
    ends_at: "2097-12-01T10:00:00.000Z",
    hidden: false,
    state: "scheduled",
  });
  expect((await change(tile.id, { title: "Other", startsAt: "" })).body.tile).toMatchObject({
    title: "Other",
    starts_at: null,
    ends_at: tile.ends_at,
    state: "live",
  });
  // A new time zone does not move stored times.
  await saveProfile({ timeZone: "America/New_York" });
  expect((await change(tile.id, { title: "Again" })).body.tile.ends_at).toBe(tile.ends_at);
  await saveProfile({ timeZone: "Europe/Berlin" });
});

test("rejects an end that is not after the start at its field", async () => {
  const rejected = {
    code: "invalid_input",
    details: { fieldErrors: { endsAt: ["The end must be after the start."] } },
  };
  const tile = await addTile(anna, { startsAt: "2027-03-28T10:00" });
  const attempts = [
    { endsAt: "2027-03-28T10:00" },
    { endsAt: "2027-03-28T08:00:00Z" },
    // 02:30 is skipped on that day and becomes 03:30.
    { startsAt: "2027-03-28T02:30", endsAt: "2027-03-28T03:15" },
  ];
  for (const attempt of attempts) {
    const response = await change(tile.id, attempt);
    expect([response.status, response.body]).toMatchObject([400, rejected]);
  }
  expect((await change(tile.id, { startsAt: "soon" })).body.details.fieldErrors).toEqual({
    startsAt: ["The start must be a date and a time, such as 2026-11-27T18:00."],
  });
});

test("shows only live tiles on the page and in the public API, and never hidden ones", async () => {
  await site.sql`delete from tiles where creator_id = ${anna.creator.id}`;
  await addTile(anna, { title: "Always" });
  const soon = await addTile(anna, { title: "Soon", startsAt: hence(1) });
  const past = await addTile(anna, { title: "Past", startsAt: hence(-3), endsAt: hence(-1) });
  await addTile(anna, { title: "Now", startsAt: hence(-1), endsAt: hence(1) });
  const hidden = await addTile(anna, { title: "Hidden", hidden: true, endsAt: hence(-1) });
  expect(await titlesOn()).toEqual(["Always", "Now"]);
  expect(await publicTitles()).toEqual(["Always", "Now"]);
  expect(await titlesOn("/@anna", anna)).toEqual(["Always", "Now"]);
  for (const { id } of [soon, past, hidden])
    expect(modelOf((await site.call("GET", `/@anna?tile=${id}`)).text)).toMatchObject({ openTileId: null });
  const { body } = await anna.call("GET", "/api/tiles");
  expect(body.tiles.map(({ title, state }: Record<string, string>) => [title, state])).toEqual([
    ["Always", "live"],
    ["Soon", "scheduled"],
    ["Past", "ended"],
    ["Now", "live"],
    ["Hidden", "hidden"],
  ]);
  // All five count against the limit of the Free plan.
  const sixth = await anna.call("POST", "/api/tiles", {
    type: "link",
    title: "Six",
    url: "https://six.example",
  });
  expect(sixth).toMatchObject({ status: 403, body: { code: "tiles.limit_reached" } });
});

test("lets only the owner preview the page at another time, in the owner's time zone", async () => {
  await site.sql`delete from tiles where creator_id = ${anna.creator.id}`;
  await addTile(anna, { title: "Summer", endsAt: "2098-07-01T00:00" });
  await addTile(anna, { title: "Autumn", startsAt: "2098-07-01T00:00" });
  await addTile(anna, { title: "Hidden", hidden: true });
  // If the owner's session is not read in time, the owner gets the visitors' page.
  await expect.poll(() => titlesOn("/@anna?at=2098-07-01T00:00", anna)).toEqual(["Autumn"]);
  expect(await titlesOn("/@anna?at=2028-06-30T23:59", anna)).toEqual(["Summer"]);
  const { text, headers } = await anna.call("GET", "/@anna?at=2098-07-01T00:00");
  expect(modelOf(text).asOf).toEqual({ localTime: "2098-07-01T00:00", timeZone: "Europe/Berlin" });
  expect(headers["cache-control"]).toBe("private, no-store");
  for (const at of ["nonsense", "9".repeat(5000), "2098-07-01T00:00:00Z;"])
    expect(await titlesOn(`/@anna?at=${at}`, anna)).toEqual(["Summer"]);
  const berta = await site.signUp();
  for (const visitor of [site, berta]) {
    const seen = modelOf((await visitor.call("GET", "/@anna?at=2028-07-01T00:00")).text);
    expect(seen.tiles[0].title).toBe("Summer");
    expect(seen.asOf).toBeUndefined();
  }
});

test("sells nothing through a tile that is not live, and returns 409 at the start and at the payment", async () => {
  const seller = await site.signUp();
  const { tile } = await offerFile(site, seller);
  const token = await startCheckout(site, tile.id);
  const pay = () => site.call("POST", `/api/public/checkout/${token}/pay`, { email: "buyer@example.org" });
  const states = [
    { startsAt: hence(1) },
    { startsAt: null, endsAt: hence(-1) },
    { endsAt: null, hidden: true },
  ];
  for (const state of states) {
    await seller.call("PATCH", `/api/tiles/${tile.id}`, state);
    const response = await site.call("POST", "/api/public/checkout", { tileId: tile.id });
    expect(response).toMatchObject({ status: 409, body: { code: "checkout.not_for_sale" } });
    expect(await pay()).toMatchObject({ status: 409, body: { code: "checkout.not_for_sale" } });
  }
  await seller.call("PATCH", `/api/tiles/${tile.id}`, { hidden: false });
  expect((await pay()).status).toBe(200);
});

test("does not open an ended tip tile with the tip button", async () => {
  const product = await addProduct(anna, { type: "tip" });
  const tip = await addTile(anna, { type: "tip", productId: product.id, endsAt: hence(-1) });
  expect(await titlesOn()).not.toContain(tip.title);
});
