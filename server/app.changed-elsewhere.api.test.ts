import { describe, expect, test } from "vitest";
import { announcementVersion } from "../contract/api/announcements.ts";
import { type Creator, profileVersion } from "../contract/api/creators.ts";
import { productVersion } from "../contract/api/products.ts";
import { sellerVersion } from "../contract/api/sellers.ts";
import { tileVersion } from "../contract/api/tiles.ts";
import { addProduct, addTile, buy, offer, rejection } from "./testing/factories.ts";
import { prepareEach } from "./testing/prepare.ts";
import { testSite } from "./testing/test-site.ts";
import { beginTransaction, untilWaiting } from "./testing/transactions.ts";

const site = testSite();
const anna = prepareEach(() => site.signUp());

type Method = "PATCH" | "POST";
/** Saves if the stored version is the given one, or in any case without a version. */
const save = (method: Method, path: string, body: object, version?: string) =>
  anna.call(method, path, body, version === undefined ? {} : { "if-match": `"${version}"` });
const me = async (): Promise<Creator> => (await anna.call("GET", "/api/creators/me")).body.creator;

const SELLER = {
  legalName: "Anna Weber",
  address: "Hauptstraße 1",
  country: "DE",
  email: "shop@anna.example",
  isTrader: false,
};

/** The resources with a form, and two changes of each. */
const kinds = [
  {
    name: "a tile",
    open: async () => {
      const tile = await addTile(anna);
      return { path: `/api/tiles/${tile.id}`, method: "PATCH" as const, version: tileVersion(tile) };
    },
    versionOf: tileVersion,
    noun: "tile",
    theirs: { title: "Theirs" },
    mine: { title: "Mine" },
    field: "title",
  },
  {
    name: "a product",
    open: async () => {
      const product = await addProduct(anna);
      return {
        path: `/api/products/${product.id}`,
        method: "PATCH" as const,
        version: productVersion(product),
      };
    },
    versionOf: productVersion,
    noun: "product",
    theirs: { name: "Theirs" },
    mine: { name: "Mine" },
    field: "name",
  },
  {
    name: "the profile",
    open: async () => ({
      path: "/api/creators/me",
      method: "POST" as const,
      version: profileVersion(await me()),
    }),
    versionOf: profileVersion,
    noun: "creator",
    theirs: { displayName: "Theirs" },
    mine: { displayName: "Mine" },
    field: "display_name",
  },
  {
    name: "the announcement",
    open: async () => ({
      path: "/api/announcement",
      method: "POST" as const,
      version: announcementVersion(null),
    }),
    versionOf: announcementVersion,
    noun: "announcement",
    theirs: { text: "Theirs" },
    mine: { text: "Mine" },
    field: "text",
  },
  {
    name: "the seller details",
    open: async () => ({ path: "/api/seller", method: "POST" as const, version: sellerVersion(null) }),
    versionOf: sellerVersion,
    noun: "seller",
    theirs: { ...SELLER, legalName: "Theirs" },
    mine: { ...SELLER, legalName: "Mine" },
    field: "legal_name",
  },
];

describe.each(kinds)("$name", ({ open, versionOf, noun, theirs, mine, field }) => {
  // A profile requires its handle. The other resources ignore it.
  const own = (body: object) => ({ handle: anna.creator.handle, ...body });

  test("returns 409 with the current state if it was changed since it was opened", async () => {
    const { method, path, version } = await open();
    expect((await save(method, path, own(theirs), version)).status).toBe(200);

    const refused = await save(method, path, own(mine), version);
    expect(refused).toMatchObject(
      rejection(409, "changed", "This was changed in another tab or on another device."),
    );
    const { current } = refused.body.details;
    expect(current).toMatchObject({ [field]: "Theirs" });

    const kept = await save(method, path, own(mine), versionOf(current));
    expect(kept).toMatchObject({ status: 200, body: { [noun]: { [field]: "Mine" } } });
  });

  test("is saved by a client that sends no version", async () => {
    const { method, path } = await open();
    await save(method, path, own(theirs));
    expect((await save(method, path, own(mine))).body[noun]).toMatchObject({ [field]: "Mine" });
  });
});

test("rejects one of two saves at the same moment", async () => {
  const tile = await addTile(anna);
  const lock = await beginTransaction(site);
  await lock.sql`select from creators where id = ${anna.creator.id} for update`;
  const both = ["One", "Two"].map((title) =>
    save("PATCH", `/api/tiles/${tile.id}`, { title }, tileVersion(tile)),
  );
  await untilWaiting(site, 2);
  await lock.commit();
  const statuses = (await Promise.all(both)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409]);
});

test("saves a tile that was only moved", async () => {
  const tile = await addTile(anna);
  await addTile(anna);
  await save("PATCH", `/api/tiles/${tile.id}`, { position: 1 });
  const response = await save("PATCH", `/api/tiles/${tile.id}`, { title: "Mine" }, tileVersion(tile));
  expect(response.status).toBe(200);
});

test("does not count units again that were sold since a product was opened", async () => {
  const { product, tile } = await offer(anna, { stock: 5 });
  await buy(site, tile.id);
  const response = await save("PATCH", `/api/products/${product.id}`, { stock: 5 }, productVersion(product));
  expect(response).toMatchObject({ status: 409, body: { details: { current: { stock: 4 } } } });
});

test("ends no subscription if the profile to downgrade was changed elsewhere", async () => {
  const before = await me();
  const { handle, display_name: displayName } = before;
  await save("POST", "/api/creators/me", { handle, displayName, bio: "Changed." });
  const body = { handle, displayName, plan: "free" };
  expect((await save("POST", "/api/creators/me", body, profileVersion(before))).status).toBe(409);
});
