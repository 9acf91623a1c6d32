import { beforeAll, expect, test } from "vitest";
import { buy, modelOf, offerFile, startCheckout } from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

/** All views of Anna's page. */
let annasPages: string[];
/** All other pages, which are the same for signed-in creators. */
let otherPages: string[];
const site = testSite();
const anna = testUser(site, { handle: "anna" });
const berta = testUser(site, { handle: "berta" });
beforeAll(async () => {
  const { tile } = await offerFile(site, anna);
  const { orderToken, returned } = await buy(site, tile.id);
  annasPages = ["/@anna", "/@ANNA", `/@anna?tile=${tile.id}`];
  otherPages = [
    "/@nobody",
    "/@a",
    `/checkout/mock/${await startCheckout(site, tile.id)}`,
    "/checkout/mock/x",
    `/checkout/return?${returned}`,
    `/orders/${orderToken}`,
    "/orders/x",
    "/unsubscribe/x",
    "/dashboard",
    "/auth",
  ];
});

test("renders the owner's page only for the owner and does not cache it", async () => {
  for (const path of annasPages) {
    const response = await anna.call("GET", path);
    expect(modelOf(response.text), path).toMatchObject({ page: "creator", isOwner: true });
    expect(response.headers["cache-control"], path).toBe("private, no-store");
  }
});

test("sends another signed-in creator the visitors' cached bytes", async () => {
  for (const path of annasPages) {
    const visitor = await site.call("GET", path);
    const creator = await berta.call("GET", path);
    expect(creator.text, path).toBe(visitor.text);
    expect(creator.headers.etag, path).toBe(visitor.headers.etag);
    const again = await berta.call("GET", path, undefined, { "if-none-match": `${visitor.headers.etag}` });
    expect(again.status, path).toBe(304);
  }
});

test("sends visitors the same bytes after the owner has opened the page", async () => {
  for (const path of annasPages) {
    const before = await site.call("GET", path);
    await anna.call("GET", path);
    expect((await site.call("GET", path)).text, path).toBe(before.text);
    expect(modelOf(before.text), path).toMatchObject({ isOwner: false });
  }
});

test("serves other pages unchanged to a session", async () => {
  for (const path of otherPages) {
    const { text } = await site.call("GET", path);
    for (const user of [anna, berta]) expect((await user.call("GET", path)).text, path).toBe(text);
    const headers = { cookie: "tessera_session=nonsense" };
    expect((await site.call("GET", path, undefined, headers)).text, path).toBe(text);
  }
});

test("shows on the landing page who is signed in, even without a page", async () => {
  expect(modelOf((await anna.call("GET", "/")).text)).toEqual({ page: "landing", signedIn: true });
  const carla = await site.signUp();
  await site.sql`delete from creators where id = ${carla.creator.id}`;
  expect(modelOf((await carla.call("GET", "/")).text)).toEqual({ page: "landing", signedIn: true });
  expect((await carla.call("GET", "/@anna")).text).toBe((await site.call("GET", "/@anna")).text);
});
