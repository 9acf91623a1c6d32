import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { paths } from "../contract/rules/paths.ts";
import { addTile, offer, startCheckout } from "./testing/factories.ts";
import {
  createTestDns,
  OWN_DOMAINS,
  proveDomain,
  type RawResponse,
  rawRequest,
} from "./testing/own-domains.ts";
import { prepare } from "./testing/prepare.ts";
import { openSite, testSite, testUser } from "./testing/test-site.ts";

const MAIN = "studio.example";
const dns = createTestDns();
const site = testSite({
  dns,
  publicUrl: `https://${MAIN}`,
  trustProxy: ["127.0.0.1"],
  settings: { ownDomains: OWN_DOMAINS },
});
const anna = testUser(site, { handle: "anna", displayName: "Anna Ton", verified: true });
const bert = testUser(site, { handle: "bert", displayName: "Bert Holz", verified: true });
const A = "anna.example.org";
const B = "bert.example.net";
const shop = prepare(async () => {
  await addTile(anna, { title: "Anna Ton's kiln" });
  const { product, tile } = await offer(anna, { name: "Anna Ton's mug", slug: "mug", priceCents: 1000 });
  const { product: reserved } = await offer(anna, { name: "Anna Ton's shelf", priceCents: 0 });
  const { product: bowl } = await offer(bert, { name: "Bert Holz's bowl", priceCents: 0 });
  await proveDomain(dns, anna, A);
  await proveDomain(dns, bert, B);
  await vi.waitFor(() => expect(site.hosts.find(B)?.handle).toBe("bert"));
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const address = site.app.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await site.sql`update products set slug = 'library' where id = ${reserved.id}`;
  const slugs =
    await site.sql`select slug from products where id = any(${[product.id, bowl.id]}) order by id`;
  return { port, tile, mug: slugs[0].slug as string, bowl: slugs[1].slug as string };
});

type Given = Omit<Parameters<typeof rawRequest>[1], "path">;
const ask = (host: string, path: string, { headers, ...more }: Given = {}) =>
  rawRequest(shop.port, { path, headers: { host, ...headers }, ...more });
const seen = ({ status, headers, body }: RawResponse) => ({
  status,
  location: headers.location,
  anna: body.includes("Anna Ton"),
  bert: body.includes("Bert Holz"),
});
const shown = (who: "anna" | "bert") => ({
  status: 200,
  location: undefined,
  anna: who === "anna",
  bert: who === "bert",
});
const led = (status: number, location: string) => ({ status, location, anna: false, bert: false });

describe("an own domain", () => {
  test("shows its creator's page at /, before and after it is cached, whatever the case and port", async () => {
    for (const host of [A, A, "Anna.Example.ORG", `${A}:8443`])
      expect(seen(await ask(host, "/"))).toEqual(shown("anna"));
    expect(seen(await ask(B, "/"))).toEqual(shown("bert"));
    expect(seen(await ask(MAIN, "/@anna"))).toEqual(shown("anna"));
    expect(seen(await ask(MAIN, "/"))).toMatchObject({ status: 200, anna: false, bert: false });
  });

  test("shows products, letters and legal pages below it, and shortens their longer paths", async () => {
    expect(seen(await ask(A, `/${shop.mug}`))).toEqual(shown("anna"));
    expect(seen(await ask(A, `/@anna/${shop.mug}?code=X`))).toEqual(
      led(308, `https://${A}/${shop.mug}?code=X`),
    );
    expect(seen(await ask(A, "/@ANNA?tile=1"))).toEqual(led(308, `https://${A}/?tile=1`));
    expect((await ask(A, "/letters")).status).toBe(200);
    expect((await ask(A, "/feed")).headers["content-type"]).toContain("application/atom+xml");
    expect((await ask(A, "/nothing-here")).status).toBe(404);
    expect((await ask(A, `/${shop.bowl}`)).status).toBe(404);
  });

  test("keeps the longer path of a product whose name is reserved", async () => {
    expect(seen(await ask(A, "/@anna/library"))).toEqual(shown("anna"));
    expect(seen(await ask(A, "/library"))).toEqual(led(308, `https://${MAIN}/library`));
  });

  test("leads to the main host for other creators, the console, sign-in and administration", async () => {
    for (const path of [
      "/@bert",
      "/@bert/x?y=1",
      "/%40bert",
      "/dashboard/products",
      "/auth",
      "/admin/users",
      "/demo/analytics",
      "/checkout/stripe",
      "/.well-known/change-password",
      "/unsubscribe/x",
      "/withdraw",
      "/library/enter/x",
      "/library/gifts/1",
      "/sandbox/checkout/x",
    ])
      expect(seen(await ask(A, path))).toEqual(led(308, `https://${MAIN}${path.replace("%40", "@")}`));
    expect((await ask(A, "/dashboard", { method: "POST" })).status).toBe(404);
    expect((await ask(A, "/gift/unknown")).status).toBe(404);
    expect((await ask(A, `/tls?domain=${A}`)).status).toBe(404);
    expect((await ask(MAIN, `/tls?domain=${A}`)).status).toBe(404);
  });

  test("has no API of accounts", async () => {
    for (const path of [
      "/api/creators/me",
      "/api/tiles",
      "/api/auth/login",
      "/api/admin/users",
      "/api/openapi.json",
      "/api/public/creator/bert",
    ])
      expect([path, (await ask(A, path, { headers: { cookie: anna.cookie } })).status]).toEqual([path, 404]);
    expect((await ask(A, "/api/public/creator/anna")).status).toBe(200);
    expect((await ask(A, "/metrics")).status).toBe(308);
  });

  test("neither reads nor sets a session", async () => {
    const response = await ask(A, "/", { headers: { cookie: anna.cookie } });
    expect(response.body).toContain('"isOwner":false');
    expect(response.headers["set-cookie"]).toBeUndefined();
    expect((await ask(MAIN, "/@anna", { headers: { cookie: anna.cookie } })).body).toContain(
      '"isOwner":true',
    );
  });

  test("has its own robots.txt and sitemap", async () => {
    expect((await ask(A, "/robots.txt")).body).toContain(`Sitemap: https://${A}/sitemap.xml`);
    const { body } = await ask(A, "/sitemap.xml");
    expect([...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url).sort()).toEqual(
      [`https://${A}/`, `https://${A}/${shop.mug}`, `https://${A}/@anna/library`].sort(),
    );
    expect((await ask(MAIN, "/robots.txt")).body).toContain(`Sitemap: https://${MAIN}/sitemap.xml`);
  });

  test("takes forms of its own pages alone, and the main host none of its", async () => {
    const body = `tileId=${shop.tile.id}`;
    const start = async (host: string, origin: string) => {
      const headers = {
        "content-type": "application/x-www-form-urlencoded",
        origin,
        "content-length": `${body.length}`,
      };
      return (await ask(host, "/checkout/start", { method: "POST", headers, body })).status;
    };
    expect(await start(A, `https://${A}`)).toBe(303);
    expect(await start(A, `https://${MAIN}`)).toBe(403);
    expect(await start(A, `https://${B}`)).toBe(403);
    expect(await start(A, `http://${A}`)).toBe(403);
    expect(await start(MAIN, `https://${A}`)).toBe(403);
    expect(await start(MAIN, `https://${MAIN}`)).toBe(303);
  });

  test("shows orders of its creator alone", async () => {
    const path = paths.checkout("mock", await startCheckout(site, shop.tile.id));
    expect(seen(await ask(A, path))).toEqual(shown("anna"));
    expect(seen(await ask(B, path))).toMatchObject({ status: 404, location: undefined, anna: false });
  });
});

describe("the main host", () => {
  test("redirects a creator's page only if the creator wants it, with its query", async () => {
    const { domains } = (await bert.call("GET", "/api/domains")).body;
    const change = (redirects: boolean) => bert.call("PATCH", `/api/domains/${domains[0].id}`, { redirects });
    expect(seen(await ask(MAIN, "/@bert?code=X"))).toEqual(shown("bert"));
    await change(true);
    await expect.poll(async () => (await ask(MAIN, "/@bert")).status).toBe(301);
    expect(seen(await ask(MAIN, "/@Bert?code=X"))).toEqual(led(301, `https://${B}/?code=X`));
    expect(seen(await ask(MAIN, `/@bert/${shop.bowl}?a=1`))).toEqual(
      led(301, `https://${B}/${shop.bowl}?a=1`),
    );
    expect(seen(await ask(MAIN, "/@anna"))).toEqual(shown("anna"));
    expect(seen(await ask(B, "/"))).toEqual(shown("bert"));
    await change(false);
    await expect.poll(async () => seen(await ask(MAIN, "/@bert"))).toEqual(shown("bert"));
  });

  test("answers under loopback names, and health checks under an IP or without a host", async () => {
    expect(seen(await ask("localhost:3000", "/@anna"))).toEqual(shown("anna"));
    expect((await ask("10.0.0.5:3000", "/healthz")).status).toBe(200);
    expect((await ask("10.0.0.5:3000", "/@anna")).status).toBe(421);
  });
});

/** Sends bytes and returns the response. */
async function sendBytes(text: string): Promise<string> {
  const socket = connect(shop.port, "127.0.0.1");
  let received = "";
  socket.on("data", (bytes) => {
    received += bytes.toString();
  });
  socket.write(text);
  await once(socket, "close");
  return received;
}

test("answers 421 for HTTP/1.0 without a host, except to health checks", async () => {
  expect(await sendBytes("GET /@anna HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 421 /);
  expect(await sendBytes("GET / HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 421 /);
  expect(await sendBytes("GET /healthz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
});

test("shows under each host only its own pages, in thousands of mixed requests", async () => {
  let seed = 7;
  const pick = <T>(list: readonly T[]): T => {
    seed = (seed * 48_271) % 2_147_483_647;
    return list[seed % list.length] as T;
  };
  const names = [MAIN, A, B, "other.example", `x.${A}`, `${A}.`, "127.0.0.1", "10.0.0.5", "exa_mple.org"];
  const urls = [
    "/",
    "/@anna",
    "/@bert",
    "/@anna/mug",
    `/${shop.bowl}`,
    "/%40bert",
    "/@bert%2F..",
    "//bert",
    "/api/public/creator/bert",
    "/api/public/creator/anna",
    "/dashboard",
    "/auth",
    "/feed",
    "/sitemap.xml",
    "/x%zz",
    "/../@bert",
    "/;@bert",
  ];
  const nameOf = (host: string) => host.toLowerCase().replace(/:\d+$/, "");
  const run = async () => {
    const host = pick([
      (name: string) => name,
      (name: string) => name.toUpperCase(),
      (name: string) => name && `${name}:81`,
    ])(pick(names));
    const absolute = pick([undefined, undefined, undefined, A, B, MAIN]);
    const forwarded = pick([undefined, undefined, A, B, MAIN]);
    const cookie = pick([undefined, anna.cookie, bert.cookie]);
    const path = pick(urls);
    const response = await rawRequest(shop.port, {
      method: pick(["GET", "GET", "GET", "HEAD", "POST"]),
      path: absolute ? `http://${absolute}${path}` : path,
      headers: {
        host,
        ...(forwarded && { "x-forwarded-host": forwarded }),
        ...(cookie && { cookie }),
        "accept-encoding": "identity",
      },
    });
    const name = nameOf(host);
    const about = { host, absolute, forwarded, path, status: response.status };
    const isKnown = [MAIN, A, B, "127.0.0.1"].includes(name);
    const agree = (!absolute || absolute === name) && (!forwarded || forwarded === name);
    if (!isKnown || !agree)
      return expect({ ...about, ...seen(response) }).toEqual({
        ...about,
        ...led(421, ""),
        location: undefined,
      });
    if (name === A || name === B) {
      const { anna: ofAnna, bert: ofBert } = seen(response);
      expect({ ...about, foreign: name === A ? ofBert : ofAnna }).toEqual({ ...about, foreign: false });
      expect({ ...about, owner: response.body.includes('"isOwner":true') }).toEqual({
        ...about,
        owner: false,
      });
      expect({ ...about, cookies: response.headers["set-cookie"] }).toEqual({ ...about, cookies: undefined });
      const { location } = response.headers;
      if (location !== undefined)
        expect([`https://${MAIN}`, `https://${name}`]).toContain(new URL(location, `https://${name}`).origin);
    } else if (path === "/@anna" && response.status === 200) expect(seen(response).bert).toBe(false);
  };
  for (let round = 0; round < 300; round++) await Promise.all(Array.from({ length: 10 }, run));
});

describe("another installation on the same database", () => {
  const listenAt = async (options: Parameters<typeof openSite>[0]) => {
    const other = await openSite({ databaseUrl: site.databaseUrl, publicUrl: `https://${MAIN}`, ...options });
    await other.prepare();
    await other.app.listen({ port: 0, host: "127.0.0.1" });
    const address = other.app.server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    return async (path: string, headers: Record<string, string>) =>
      seen(await rawRequest(port, { path, headers }));
  };

  test("ignores X-Forwarded-Host without a trusted proxy", async () => {
    const get = await listenAt({ settings: { ownDomains: OWN_DOMAINS } });
    expect(await get("/", { host: A, "x-forwarded-host": B })).toEqual(shown("anna"));
    expect(await get("/@anna", { host: MAIN, "x-forwarded-host": B })).toEqual(shown("anna"));
  });

  test("serves every host as before while own domains are off", async () => {
    const get = await listenAt({});
    for (const host of [A, MAIN, "other.example", "10.0.0.5"]) {
      expect(await get("/@bert", { host })).toEqual(shown("bert"));
      expect(await get("/", { host })).toMatchObject({ status: 200, anna: false, bert: false });
    }
  });
});
