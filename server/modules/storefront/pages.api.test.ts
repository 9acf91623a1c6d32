import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { DEFAULT_APPEARANCE, THEME_NAMES } from "../../../contract/api/appearance.ts";
import { CONSOLE_PATHS } from "../../../contract/pages/console-page-routes.ts";
import { DEFAULT_SITE } from "../../../contract/rules/site.ts";
import { addTile, modelOf } from "../../testing/factories.ts";
import { openSite, testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { handle: "anna", displayName: "Anna" });

const get = (path: string, headers?: Record<string, string>) => site.call("GET", path, undefined, headers);

describe("a creator's page", () => {
  test("is complete HTML in any letter case of the handle", async () => {
    await addTile(anna, { title: "Shop" });
    for (const path of ["/@anna", "/@ANNA", "/@aNna"]) {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(modelOf(response.text)).toMatchObject({
        page: "creator",
        creator: { handle: "anna" },
        tiles: [{ title: "Shop" }],
        isOwner: false,
        openTileId: null,
        tipTileId: null,
      });
    }
  });

  test("contains the same data as the public API", async () => {
    const { creator, tiles } = modelOf((await get("/@anna")).text);
    const api = await get("/api/public/creator/anna");
    expect({ creator, tiles }).toEqual(api.body);
  });

  test("returns 304 while it is unchanged", async () => {
    const first = await get("/@anna");
    expect(first.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
    expect(first.headers.vary).toContain("Accept-Encoding");
    const etag = String(first.headers.etag);
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`]) {
      expect(await get("/@anna", { "if-none-match": header })).toMatchObject({ status: 304, text: "" });
    }
    expect((await get("/@anna", { "if-none-match": '"other"' })).status).toBe(200);
    await addTile(anna, { title: "New" });
    const changed = await get("/@anna", { "if-none-match": etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });

  test("is compressed as the client accepts", async () => {
    const plain = await get("/@anna");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const brotli = await get("/@anna", { "accept-encoding": "gzip, deflate, br" });
    expect(brotli.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(plain.text);
    const gzip = await get("/@anna", { "accept-encoding": "gzip" });
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text);
    expect(await site.call("HEAD", "/@anna")).toMatchObject({ status: 200, text: "" });
    const withoutBrotli = await get("/@anna", { "accept-encoding": "br;q=0, gzip" });
    expect(withoutBrotli.headers["content-encoding"]).toBe("gzip");
    expect(new Set([plain, brotli, gzip].map((response) => response.headers.etag)).size).toBe(3);
  });

  test("can be requested with one of its tiles open", async () => {
    const tile = await addTile(anna);
    const berta = await site.signUp();
    const foreign = await addTile(berta);
    expect(modelOf((await get(`/@anna?tile=${tile.id}`)).text).openTileId).toBe(tile.id);
    for (const other of [foreign.id, 0, -1, "abc", "1e309", "%00", "", `${tile.id}&tile=1`, "<script>"]) {
      const response = await get(`/@anna?tile=${other}`);
      expect(response.status).toBe(200);
      expect(modelOf(response.text).openTileId, String(other)).toBeNull();
    }
  });

  test("is not cached for its owner", async () => {
    const own = await anna.call("GET", "/@anna");
    expect(modelOf(own.text).isOwner).toBe(true);
    const berta = await site.signUp();
    expect(own.headers["cache-control"]).toBe("private, no-store");
    expect(own.headers.etag).toBeUndefined();
    const others = [
      await berta.call("GET", "/@anna"),
      await get("/@anna"),
      await get("/@anna", { cookie: "tessera_session=nonsense" }),
    ];
    for (const response of others) {
      expect(modelOf(response.text).isOwner).toBe(false);
      expect(response.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
      expect(response.headers["set-cookie"]).toBeUndefined();
    }
  });

  test("returns 404 for an unknown handle", async () => {
    for (const handle of [
      "nobody",
      "a",
      "x".repeat(64),
      "x".repeat(500),
      "%3Cscript%3E",
      "..%2f",
      "an%00na",
      "ünï",
    ]) {
      const response = await get(`/@${handle}`);
      expect(response.status, handle).toBe(404);
      expect(modelOf(response.text)).toEqual({ page: "creator-missing" });
      expect(response.text).not.toContain("<script>");
      expect(response.headers["cache-control"]).toBe("private, no-store");
    }
  });

  test("exists as soon as a creator takes the handle, and redirects after the handle has changed", async () => {
    expect((await get("/@carla")).status).toBe(404);
    const carla = await site.signUp({ handle: "carla" });
    expect((await get("/@carla")).status).toBe(200);
    await carla.call("POST", "/api/creators/me", { handle: "carla-2", displayName: "Carla" });
    const left = await get("/@carla");
    expect([left.status, left.headers.location]).toEqual([302, "/@carla-2"]);
    expect((await get("/@carla-2")).status).toBe(200);
  });
});

describe("a creator's text", () => {
  const corpus = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\"><svg onload=alert(1)>'",
    "<!--<script>",
    "]]>&lt;&amp;{{x}}#{x}",
    "line\u2028separator\u2029here",
    "javascript:alert(1)",
  ];

  test.for(corpus)("is rendered as text: %j", async (text) => {
    const user = await site.signUp({ displayName: text });
    await user.call("POST", "/api/creators/me", {
      handle: user.handle,
      displayName: text,
      bio: text,
      socials: [{ platform: "website", url: `https://a.example/?${text}` }],
    });
    await addTile(user, { title: text, description: text, url: `https://a.example/#${text}` });
    const { text: html } = await get(`/@${user.handle}`);
    expect(modelOf(html)).toMatchObject({
      creator: { display_name: text, bio: text },
      tiles: [{ title: text, description: text }],
    });
    // The page's own script elements are the only two, because the harness renders no markup.
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toMatch(/<img|<svg|<!--|\u2028|\u2029/);
  });
});

test("renders the landing page differently for a signed-in user", async () => {
  const visitor = await get("/");
  expect(visitor.status).toBe(200);
  expect(modelOf(visitor.text)).toEqual({ page: "landing", signedIn: false });
  expect(visitor.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
  const own = await anna.call("GET", "/");
  expect(modelOf(own.text)).toEqual({ page: "landing", signedIn: true });
  expect(own.headers["cache-control"]).toBe("private, no-store");
  const stale = await get("/", { cookie: "tessera_session=nonsense" });
  expect(modelOf(stale.text)).toEqual({ page: "landing", signedIn: false });
});

test("renders the sample page in each theme, equal for all visitors, and rejects other looks", async () => {
  for (const theme of THEME_NAMES) {
    const sample = await get(`/themes/${theme}`);
    expect(modelOf(sample.text)).toEqual({
      page: "theme-sample",
      appearance: { ...DEFAULT_APPEARANCE, theme },
    });
    expect(sample.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
    const etag = String(sample.headers.etag);
    expect((await anna.call("GET", `/themes/${theme}`, undefined, { "if-none-match": etag })).status).toBe(
      304,
    );
  }
  for (const path of ["/themes/none", "/themes/Poster", "/themes/__proto__", "/themes/%00"])
    expect((await get(path, { accept: "text/html" })).status, path).toBe(404);
});

test("serves one document for all pages of the console, except for its frame", async () => {
  const withoutFrame = (text = "") => text.replace(/<div class="frame .*<\/div>(?=<noscript>)/, "");
  const pages = await Promise.all(CONSOLE_PATHS.map((path) => get(path)));
  for (const page of pages) {
    expect(page).toMatchObject({ status: 200, headers: { "content-type": "text/html; charset=utf-8" } });
    expect(withoutFrame(page.text)).toBe(withoutFrame(pages[0]?.text));
  }
});

test("renders each page of the console once with a session and once without", async () => {
  const rendered: string[] = [];
  const separateSite = await openSite({
    renderer: {
      renderConsole: async (_site, path, hasSession) => {
        rendered.push(`${path} ${hasSession}`);
        return `<html lang="en">${path} ${hasSession}</html>`;
      },
    },
  });
  const ben = await separateSite.signUp({ handle: "ben" });
  for (let round = 0; round < 2; round++)
    for (const path of CONSOLE_PATHS) {
      const withSession = await ben.call("GET", path);
      const without = await separateSite.call("GET", path, undefined, {
        "if-none-match": String(withSession.headers.etag),
      });
      expect([withSession.text, without.text]).toEqual([
        `<html lang="en">${path} true</html>`,
        `<html lang="en">${path} false</html>`,
      ]);
    }
  expect(rendered).toHaveLength(2 * CONSOLE_PATHS.length);
});

test("treats a page without a handle as an unknown path", async () => {
  for (const path of ["/@", "/@?tile=1"]) {
    const { status, headers } = await site.call("GET", path);
    expect([status, headers.location], path).toEqual([302, "/"]);
  }
});

test("redirects an unknown path to the landing page", async () => {
  for (const path of [
    "/nothing",
    "/@anna/more/still",
    "/dashboard/x",
    "/wp-login.php",
    "/apix",
    "/@",
    "//evil.example/",
  ]) {
    const response = await get(path);
    expect(response.status, path).toBe(path === "/@" ? response.status : 302);
    if (response.status === 302) expect(response.headers.location, path).toBe("/");
  }
  expect((await site.call("HEAD", "/nothing")).status).toBe(302);
});

test("renders a missing page once for all requests", async () => {
  const drawn: string[] = [];
  const separateSite = await openSite({
    renderer: {
      renderPage: async ({ page }) => {
        drawn.push(page);
        return `<title>${page}</title>`;
      },
    },
  });
  for (const path of ["/@nobody", "/@no-one", "/@a.b", "/orders/x", "/orders/y", "/checkout/mock/x"]) {
    const response = await separateSite.call("GET", path);
    expect([response.status, response.headers["cache-control"]], path).toEqual([404, "private, no-store"]);
  }
  expect(drawn).toEqual(["creator-missing", "order-missing", "checkout-missing"]);
  await separateSite.call("GET", "/checkout/return?status=success");
  await separateSite.call("GET", "/checkout/return?status=failed");
  expect(drawn.slice(3)).toEqual(["checkout-return", "checkout-return"]);
});

test("redirects a trailing slash to the page", async () => {
  for (const [path, location] of [
    ["/@anna/", "/@anna"],
    ["/@anna//", "/@anna/"],
    ["/@anna/?tile=1&x=/", "/@anna?tile=1&x=/"],
    ["/dashboard/settings/", "/dashboard/settings"],
    ["/auth/reset/?token=a/", "/auth/reset?token=a/"],
  ] as const) {
    expect(await get(path), path).toMatchObject({ status: 301, headers: { location } });
  }
  for (const path of ["//", "/nothing/"]) {
    expect(await get(path), path).toMatchObject({ status: 302, headers: { location: "/" } });
  }
});

test("serves cached pages while the database is unavailable, and an error page for others", async () => {
  const separateSite = await openSite();
  const user = await separateSite.signUp();
  const other = await separateSite.signUp();
  const before = await separateSite.call("GET", `/@${user.handle}`);
  await separateSite.db.$client.end();
  const after = await separateSite.call("GET", `/@${user.handle}`, undefined, { cookie: user.cookie });
  expect(after).toMatchObject({ status: 200, text: before.text });
  const never = await separateSite.call("GET", `/@${other.handle}`);
  expect(never).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
  const requestId = String(never.headers["x-request-id"]);
  expect(modelOf(never.text)).toEqual({ page: "creator-unavailable", requestId });
  const line = separateSite.logLines.map((each) => JSON.parse(each)).find(({ reqId }) => reqId === requestId);
  expect(line).toMatchObject({ method: "GET", route: expect.stringContaining("@"), err: {} });
  for (const handle of ["ab", "x".repeat(33), "anna."]) {
    const nobody = await separateSite.call("GET", `/@${handle}`, undefined, { cookie: user.cookie });
    expect(nobody.status, handle).toBe(404);
  }
});

test("renders no link to a demo page on an installation without one", async () => {
  const without = await openSite({ settings: { site: { ...DEFAULT_SITE, hasDemo: false } } });
  for (const path of ["/", "/@nobody-here"]) {
    expect((await without.call("GET", path)).text).toContain('"hasDemo":false');
    expect((await get(path)).text).toContain('"hasDemo":true');
  }
  expect((await without.call("GET", "/demo/analytics")).text).toContain("&quot;hasDemo&quot;:false");
  expect((await get("/demo/analytics")).text).not.toContain("data-site");
});
