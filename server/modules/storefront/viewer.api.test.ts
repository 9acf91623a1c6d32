import { afterAll, beforeAll, expect, test } from "vitest";
import { buy, modelOf, offerFile, type Person, startCheckout, viewerIdOf } from "../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../testing/harness.ts";

let site: TestApp;
let anna: Person;
let berta: Person;
/** Every kind of page that the server draws and that may know who looks. */
let pages: string[];
beforeAll(async () => {
  site = await createTestApp();
  anna = await site.signUp({ handle: "anna" });
  berta = await site.signUp({ handle: "berta" });
  const { tile } = await offerFile(site, anna);
  const { orderToken, returned } = await buy(site, tile.id);
  pages = [
    "/",
    "/@anna",
    "/@ANNA",
    `/@anna?tile=${tile.id}`,
    "/@nobody",
    "/@a",
    `/checkout/mock/${await startCheckout(site, tile.id)}`,
    "/checkout/mock/x",
    `/checkout/return?${returned}`,
    `/orders/${orderToken}`,
    "/orders/x",
  ];
});
afterAll(() => site.close());

const NOBODY = [undefined, { cookie: "tessera_session=nonsense" }];

test("a page knows who is signed in, and is kept nowhere then", async () => {
  for (const path of pages) {
    for (const person of [anna, berta]) {
      const answer = await person.call("GET", path);
      expect(viewerIdOf(answer.text), path).toBe(person.creator.id);
      expect(answer.headers["cache-control"], path).toBe("private, no-store");
    }
  }
});

test("who is not signed in gets the bytes of before, whoever looked meanwhile", async () => {
  const look = () =>
    Promise.all(
      pages.flatMap((path) => NOBODY.map(async (headers) => site.call("GET", path, undefined, headers))),
    );
  const before = await look();
  for (const path of pages) await berta.call("GET", path);
  const after = await look();
  for (const [index, { text }] of before.entries()) {
    expect(viewerIdOf(text)).toBeUndefined();
    expect(text).not.toContain("viewerId");
    expect(after[index]?.text).toBe(text);
  }
});

test("who has no page of their own yet is offered nothing, and sees what everybody sees", async () => {
  const carla = await site.signUp();
  await site.query("delete from creators where id = $1", [carla.creator.id]);
  const front = await carla.call("GET", "/");
  expect(modelOf(front.text)).toEqual({ page: "landing", signedIn: true });
  for (const path of pages) expect(viewerIdOf((await carla.call("GET", path)).text), path).toBeUndefined();
  expect((await carla.call("GET", "/@anna")).text).toBe((await site.call("GET", "/@anna")).text);
});

test("who leaves a mailing list, and the console, are not told", async () => {
  for (const path of ["/unsubscribe/x", "/dashboard", "/auth"]) {
    expect((await berta.call("GET", path)).text, path).not.toContain("viewerId");
  }
});
