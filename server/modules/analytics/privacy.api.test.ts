import { once } from "node:events";
import { request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, addTile } from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const PATH = "/api/public/analytics";
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";
let tileId: number;
const site = testSite();
const anna = testUser(site);
const berta = testUser(site);
beforeAll(async () => {
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const product = await addProduct(anna, { name: "Bowl" });
  tileId = (await addTile(anna, { type: "product", title: "Bowl", productId: product.id })).id;
});
beforeEach(async () => {
  await site.query("delete from events");
  await site.query("delete from pending_counts");
});

const stored = () => site.query("select event, visitor from events order by id");
const counted = () => site.query("select event from pending_counts");
/** Sends over a socket, because the fast path does not run with `inject`. */
async function send(path: string, headers: Record<string, string> = {}) {
  const address = site.app.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const call = request({
    method: "POST",
    host: "127.0.0.1",
    port,
    path,
    headers: { "content-type": "application/json", "user-agent": BROWSER, ...headers },
  }).end(JSON.stringify({ creatorId: anna.creator.id, event: "page_view" }));
  const [response] = await once(call, "response");
  response.resume();
  return response.statusCode;
}

// The fast path matches only the exact path.
describe.for([
  ["the fast path", PATH],
  ["the framework", `${PATH}?`],
])("an event by %s", ([, path = ""]) => {
  test.for<Record<string, string>>([{ dnt: "1" }, { "sec-gpc": "1" }])(
    "stores nothing about a visitor who sends %o",
    async (headers) => {
      expect(await send(path, headers)).toBe(202);
      expect(await stored()).toEqual([]);
      expect(await counted()).toEqual([]);
    },
  );

  test("counts a visitor who sends DNT: 0", async () => {
    expect(await send(path, { dnt: "0", "sec-gpc": "0" })).toBe(202);
    expect(await stored()).toEqual([{ event: "page_view", visitor: expect.any(Buffer) }]);
  });

  test("does not count the owner's own visit, not even as filtered", async () => {
    expect(await send(path, { cookie: anna.cookie })).toBe(202);
    expect(await stored()).toEqual([]);
    expect(await counted()).toEqual([]);
  });

  test("counts a visit of another user, or with an expired session", async () => {
    expect(await send(path, { cookie: berta.cookie })).toBe(202);
    expect(await send(path, { cookie: `${anna.cookie}x` })).toBe(202);
    expect(await stored()).toHaveLength(2);
  });
});

test("counts a checkout by form, unless the owner starts it", async () => {
  const start = (cookie?: string) =>
    site.call("POST", "/checkout/start", `tileId=${tileId}`, {
      "content-type": "application/x-www-form-urlencoded",
      "user-agent": BROWSER,
      ...(cookie ? { cookie } : {}),
    });
  expect((await start(anna.cookie)).status).toBe(303);
  expect((await start()).status).toBe(303);
  await expect.poll(stored).toHaveLength(1);
  await setTimeout(100);
  expect(await stored()).toEqual([{ event: "checkout_start", visitor: expect.any(Buffer) }]);
});

test("reads no session of a visitor without a session cookie", async () => {
  const requests: string[] = [];
  const watch = site.db.$client.on("acquire", () => requests.push("connection"));
  expect(await send(PATH, { dnt: "1", cookie: "other=1" })).toBe(202);
  expect(await send(`${PATH}?`, { dnt: "1" })).toBe(202);
  watch.removeAllListeners("acquire");
  expect(requests).toEqual([]);
});

test("records a purchase with DNT or GPC without a visitor hash", async () => {
  const { body } = await site.call("POST", "/api/public/checkout", { tileId }, { dnt: "1" });
  const token = body.mockCheckoutUrl.split("/").at(-1);
  await site.call("POST", `/api/public/checkout/${token}/pay`, {}, { dnt: "1", "user-agent": BROWSER });
  await site.settled();
  expect(await stored()).toEqual([{ event: "purchase", visitor: null }]);
});
