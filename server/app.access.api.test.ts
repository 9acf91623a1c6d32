import { describe, expect, test } from "vitest";
import { routes } from "../contract/api/routes.ts";
import { addressOf, allCalls, describedCalls, nameOf } from "./testing/calls.ts";
import { addTile, buy, offerFile } from "./testing/factories.ts";
import { rollUpNow } from "./testing/roll-up-now.ts";
import { testSite, testUser } from "./testing/test-site.ts";

const site = testSite();
const anna = testUser(site);

const privateCalls = allCalls.filter((call) => call.access !== "public");
const changing = allCalls.filter((call) => call.method !== "GET");
const named = <T extends (typeof allCalls)[number]>(calls: readonly T[]) =>
  calls.map((call) => ({ call, name: nameOf(call) }));

test("describes exactly the served routes in the API document", async () => {
  expect((await describedCalls(site)).sort()).toEqual(allCalls.map(nameOf).sort());
});

/** Every path under /api that the application serves, in the contract or not. */
function servedAddresses(): string[] {
  const found: string[] = [];
  const branch: string[] = [];
  for (const line of site.app.printRoutes({ commonPrefix: false }).split("\n")) {
    const match = /^((?:[│ ] {3})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (!match) continue;
    const [, indent = "", part = "", methods] = match;
    branch.length = indent.length / 4;
    branch.push(part);
    if (!methods) continue;
    for (const method of methods.split(", ")) found.push(`${method} ${branch.join("")}`);
  }
  return found.filter((name) => / \/api/.test(name) && !name.startsWith("HEAD "));
}

test("serves nothing under /api that is not in the contract", () => {
  const known = [...allCalls.map(nameOf), "GET /api/openapi.json", "GET /api/docs", "GET /api/docs/:group"];
  expect(servedAddresses().sort()).toEqual(known.sort());
});

describe("without a session", () => {
  test.for(named(privateCalls))("$name returns 401", async ({ call }) => {
    const cookies = [undefined, "tessera_session=", "tessera_session=nonsense", "other=1", "=;;=%"];
    for (const cookie of cookies) {
      const headers = cookie === undefined ? {} : { cookie };
      const response = await site.call(
        call.method,
        addressOf(call),
        undefined,
        headers as Record<string, string>,
      );
      expect(response.status).toBe(401);
      expect(response.body).toEqual({ error: "Please sign in.", code: "accounts.signed_out" });
      expect(response.headers["cache-control"]).toBe("no-store");
    }
  });

  test.for(named(privateCalls.filter((call) => call.method === "GET")))(
    "HEAD reveals no more than $name",
    async ({ call }) => {
      // Routes that change something have no HEAD.
      const status = call.sideEffectOnGet ? 404 : 401;
      expect(await site.call("HEAD", addressOf(call))).toMatchObject({ status, text: "" });
    },
  );

  test.for(named(privateCalls))("$name returns 401 in every other spelling of its path", async ({ call }) => {
    const path = addressOf(call);
    for (const other of [
      `${path}/`,
      `/${path}`,
      path.replace("/api/", "/api//"),
      path.replace("/api/", "/API/"),
      path.replace("/api/", "/api/./"),
      path.replace("/api/", "/%61pi/"),
      path.replace("/api/", "/api/public/../"),
      `${path}%2e`,
      `${path};x=1`,
    ]) {
      const response = await site.call(call.method, other);
      expect([302, 400, 401, 404], other).toContain(response.status);
    }
    const override = { "x-http-method-override": "GET", "x-original-url": "/api/public/config" };
    expect((await site.call(call.method, path, undefined, override)).status).toBe(401);
  });
});

describe("a request from a page of another site", () => {
  const strangers: Record<string, string>[] = [
    { origin: "https://evil.tld" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { origin: "https://evil.tld", "sec-fetch-site": "same-origin" },
  ];
  const rejected = {
    status: 403,
    body: { error: "This request came from another site.", code: "foreign_origin" },
  };

  test.for(named(changing.filter((call) => !call.anyOrigin)))("$name is rejected", async ({ call }) => {
    for (const headers of strangers) {
      const type = call.bodyType === "multipart" ? "multipart/form-data; boundary=x" : "application/json";
      const payload = call.bodyType === "multipart" ? "--x--\r\n" : "{}";
      const response = await anna.call(call.method, addressOf(call), payload, {
        ...headers,
        "content-type": type,
      });
      expect(response).toMatchObject(rejected);
      expect(response.headers["set-cookie"]).toBeUndefined();
    }
    expect((await anna.call("GET", "/api/creators/me")).status).toBe(200);
  });

  test("rejects a JSON body with the content type of a form or text", async () => {
    const body = JSON.stringify({ type: "link", title: "x", url: "https://a.example" });
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
    ]) {
      const response = await anna.call("POST", "/api/tiles", body, { "content-type": type });
      expect([400, 415], type).toContain(response.status);
    }
    expect((await anna.call("GET", "/api/tiles")).body.tiles).toEqual([]);
  });

  test.for(named(changing.filter((call) => call.anyOrigin)))(
    "$name is accepted and sets no cookie",
    async ({ call }) => {
      for (const headers of strangers) {
        const response = await site.call(call.method, addressOf(call, "x"), {}, headers);
        expect(response.status).not.toBe(403);
        expect(response.headers["set-cookie"]).toBeUndefined();
      }
    },
  );

  test("accepts requests from any origin only on public routes and the providers' webhooks", () => {
    const open = changing.filter((call) => call.anyOrigin).map(nameOf);
    // An event of the payment provider is trusted for its signature, whoever sends it.
    const signed = Object.values(routes.paymentEvents).map(nameOf);
    const unsigned = open.filter((name) => !signed.includes(name));
    expect(unsigned.every((name) => name.includes("/api/public/"))).toBe(true);
    expect(allCalls.filter((call) => call.anyOrigin && call.access !== "public")).toEqual([]);
  });
});

test("changes nothing in GET and HEAD requests", async () => {
  const { tile } = await offerFile(site, anna);
  const order = await buy(site, tile.id);
  await addTile(anna);
  await site.settled();
  // Done here, because the product would otherwise do so a few seconds later.
  await rollUpNow(site.db);
  const everything = async () => {
    const tables = await site.query(
      "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
    );
    const rows = [];
    for (const { name } of tables)
      rows.push([name, await site.query(`select t::text from "${name}" t order by 1`)]);
    return JSON.stringify(rows);
  };
  const before = await everything();
  const seen = [
    ...allCalls.filter((call) => call.method === "GET").map((call) => addressOf(call, "x")),
    `/api/public/creator/${anna.handle}`,
    `/api/public/checkout/${order.checkoutToken}`,
    `/api/public/orders/${order.orderToken}`,
    `/@${anna.handle}?tile=${tile.id}`,
    `/checkout/mock/${order.checkoutToken}`,
    `/orders/${order.orderToken}`,
    `/checkout/return?${order.returned}`,
    "/",
    "/dashboard",
  ];
  for (const path of seen) {
    await anna.call("GET", path);
    await anna.call("HEAD", path);
  }
  await anna.call("HEAD", `/api/orders/download/${order.downloadToken}`);
  expect(await everything()).toBe(before);
});
