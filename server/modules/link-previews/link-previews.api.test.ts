import type { RequestListener } from "node:http";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { limits } from "../../../contract/rules/limits.ts";
import { noRateLimiter } from "../../platform/http/rate-limiter.ts";
import type { Log } from "../../platform/log/index.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { html, nothing, PATH, preview, redirect, testPages } from "../../testing/linked-pages.ts";
import { prepare } from "../../testing/prepare.ts";
import { openSite, testSite, testUser } from "../../testing/test-site.ts";
import { createLinkPreviews } from "./service.ts";

const pages = testPages();
const site = testSite({ fetchPublic: pages.fetchPublic });
const anna = testUser(site, { verified: true });
const png = prepare(async () => {
  const pixels = { width: 40, height: 30, channels: 3 as const, background: "#336699" };
  return { bytes: await sharp({ create: pixels }).png().toBuffer() };
});

test("requires a session of a user with a page", async () => {
  expect(await site.call("POST", PATH, { url: pages.origin })).toMatchObject({ status: 401 });
  const berta = await site.signUp();
  await site.sql`delete from creators where id = ${berta.creator.id}`;
  expect(await berta.call("POST", PATH, { url: pages.origin })).toMatchObject({ status: 403 });
  expect(pages.requests).toEqual([]);
});

test("applies the rules of a tile's destination to the URL", async () => {
  const form = "Destination URL must include http:// or https://";
  const host = "Destination URL must have a host after http:// or https://, such as https://example.com.";
  const long = "Destination URL is too long: at most 2,048 characters. A short link helps.";
  for (const [url, message] of [
    ...[undefined, null, 1, "", "shop.example", "ftp://a.example", "javascript:alert(1)"].map(
      (wrong) => [wrong, form] as const,
    ),
    ["http://", host],
    ["http://[fe80::1%25eth0]/", host],
    [`https://a.example/${"a".repeat(limits.url.max)}`, long],
  ] as const) {
    const { status, body } = await anna.call("POST", PATH, { url });
    expect({ status, fields: body.details?.fieldErrors }, String(url)).toEqual({
      status: 400,
      fields: { url: [message] },
    });
  }
});

test("returns the title, the description and a copy of the image of a page", async () => {
  pages.responses.set("/", (_request, response) => {
    response.setHeader("set-cookie", "id=1");
    redirect("/shop/")(_request, response);
  });
  pages.responses.set(
    "/shop/",
    html(
      `<!doctype html><head><title>Fallback</title><base href="/images/">
      <meta property="og:title" content=" "><meta property="og:title" content="Bowls &amp;\n plates\u202e">
      <meta property="og:title" content="Second"><meta name="Description" content="By hand">
      <meta property="og:image" content="bowl.png?size=1"></head><body><h1>Ignored</h1>`,
    ),
  );
  pages.responses.set("/images/bowl.png?size=1", (_request, response) => {
    response.writeHead(200, { "content-type": "image/png" }).end(png.bytes);
  });
  const found = await preview(anna, ` ${pages.origin.toUpperCase().replace("HTTP", "http")} `);
  expect(found).toEqual({
    url: `${pages.origin}/`,
    title: "Bowls & plates",
    description: "By hand",
    image_url: expect.stringMatching(new RegExp(`^${PUBLIC_URL}/uploads/[a-z2-7]{32}/\\d+\\.webp$`)),
  });
  const stored = await site.call("GET", new URL(found.image_url).pathname);
  expect(await sharp(stored.bytes).metadata()).toMatchObject({ format: "webp", width: 40 });
  const rows = await site.sql`select purpose, size from files where creator_id = ${anna.creator.id}`;
  expect(rows).toEqual([{ purpose: "image", size: expect.anything() }]);
  for (const { headers } of pages.requests) {
    expect(headers).toMatchObject({
      "user-agent": `Tessera (+${PUBLIC_URL})`,
      "accept-encoding": "gzip, br",
    });
    expect(Object.keys(headers).sort()).toEqual([
      ...["accept", "accept-encoding", "connection", "host", "user-agent"],
    ]);
  }
});

describe("images", () => {
  const imagePage = (tags: string) => pages.responses.set("/", html(`<title>Page</title>${tags}`));
  const image =
    (bytes: Buffer | string, type = "image/png"): RequestListener =>
    (_request, response) =>
      void response.writeHead(200, { "content-type": type }).end(bytes);

  test("falls back to an icon, but requests no SVG or ICO", async () => {
    imagePage(`<link rel="icon" href="/favicon.ico"><link rel="icon" type="image/svg+xml" href="/icon">
      <link rel="shortcut icon" type="image/png" href="/icon.png">`);
    pages.responses.set("/icon.png", image(png.bytes));
    expect((await preview(anna, `${pages.origin}/`)).image_url).toContain("/uploads/");
    expect(pages.requests.map(({ url }) => url)).toEqual(["/", "/icon.png"]);
  });

  test("returns no image if an upload would be rejected", async () => {
    imagePage('<meta property="og:image" content="/image.png">');
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><image href="${pages.origin}/other.png"/></svg>`;
    const responses: Record<string, RequestListener> = {
      "an SVG": image(svg, "image/svg+xml"),
      "an SVG as PNG": image(svg),
      HTML: image("<title>x</title>", "text/html"),
      "half an image": image(png.bytes.subarray(0, png.bytes.length / 2)),
      nothing: image(""),
      "too many bytes": image(Buffer.concat([png.bytes, Buffer.alloc(6 * 1024 * 1024)])),
      "too many pixels": image(
        await sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#fff" } })
          .png()
          .toBuffer(),
      ),
    };
    for (const [name, respond] of Object.entries(responses)) {
      pages.responses.set("/image.png", respond);
      const found = await preview(anna, `${pages.origin}/`);
      expect(found, name).toEqual({ ...nothing(`${pages.origin}/`), title: "Page" });
    }
    expect(pages.requests.map(({ url }) => url)).not.toContain("/other.png");
  });

  test("does not request an image that exceeds the quota", async () => {
    const full = await openSite({
      databaseUrl: site.databaseUrl,
      fetchPublic: pages.fetchPublic,
      settings: { uploadQuotaBytes: 0 },
    });
    imagePage('<meta property="og:image" content="/image.png">');
    expect((await preview(await full.signUp(), `${pages.origin}/`)).image_url).toBeNull();
    expect(pages.requests).toHaveLength(1);
  });
});

test("limits an account to 60 pages per hour, from any IP", async () => {
  const limited = await openSite({
    databaseUrl: site.databaseUrl,
    fetchPublic: pages.fetchPublic,
    limits: "database",
  });
  const berta = await limited.signUp();
  pages.responses.set("/", html("<title>Page</title>"));
  for (let count = 0; count < 60; count++)
    expect((await preview(berta, `${pages.origin}/`)).title).toBe("Page");
  const rejected = await berta.call("POST", PATH, { url: pages.origin });
  expect(rejected).toMatchObject({ status: 429, body: { code: "too_often" } });
  expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(3500);
  expect((await preview(await limited.signUp(), `${pages.origin}/`)).title).toBe("Page");
  expect(pages.requests).toHaveLength(61);
});

test("reads four pages at once, queues a few, and returns an empty form to the others", async () => {
  const open: (() => void)[] = [];
  pages.responses.set("/", (request, response) => {
    const respond = () => html("<title>Page</title>")(request, response);
    if (open.push(respond) > 4) respond();
  });
  const started = Array.from({ length: 13 }, () => preview(anna, `${pages.origin}/`));
  expect(await Promise.race(started)).toEqual(nothing(`${pages.origin}/`));
  await expect.poll(() => open).toHaveLength(4);
  for (const respond of open.slice()) respond();
  const titles = (await Promise.all(started)).map(({ title }) => title);
  expect(titles.filter((title) => title === "Page")).toHaveLength(12);
});

/**
 * Keeps the next request of a page open. Resolves `arrived` when the request comes in, and `closed` when it
 * is aborted.
 */
function holdPage() {
  const arrived = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  pages.responses.set("/", (_request, response) => {
    response.once("close", closed.resolve);
    arrived.resolve();
  });
  return { arrived: arrived.promise, closed: closed.promise };
}

test("aborts the request of the page when the client leaves", async () => {
  const leaving = await openSite({ databaseUrl: site.databaseUrl, fetchPublic: pages.fetchPublic });
  const berta = await leaving.signUp();
  const address = await leaving.app.listen({ port: 0, host: "127.0.0.1" });
  const { arrived, closed } = holdPage();
  const client = new AbortController();
  const sent = fetch(`${address}${PATH}`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: berta.cookie, origin: PUBLIC_URL },
    body: JSON.stringify({ url: pages.origin }),
    signal: client.signal,
  });
  await arrived;
  client.abort();
  await expect(sent).rejects.toThrow();
  await closed;
});

test("aborts the request of the page when the server stops", async () => {
  const stopping = new AbortController();
  const previewLink = createLinkPreviews({
    limits: noRateLimiter,
    log: site.app.log as Log,
    files: site.files,
    fetchPublic: pages.fetchPublic,
    isEnabled: true,
    stopping: stopping.signal,
  });
  const { arrived, closed } = holdPage();
  const viewer = { userId: "", creatorId: anna.creator.id, emailVerifiedAt: null };
  const { signal } = new AbortController();
  const read = previewLink({ viewer, ip: "", url: `${pages.origin}/`, signal });
  await arrived;
  stopping.abort();
  await closed;
  expect(await read).toEqual(nothing(`${pages.origin}/`));
});

test("requests nothing with LINK_PREVIEWS=off", async () => {
  const off = await openSite({
    databaseUrl: site.databaseUrl,
    fetchPublic: pages.fetchPublic,
    settings: { linkPreviews: false },
  });
  pages.responses.set("/", html("<title>Page</title>"));
  expect(await preview(await off.signUp(), `${pages.origin}/`)).toEqual(nothing(`${pages.origin}/`));
  expect(pages.requests).toEqual([]);
});

test("logs a failure with host and reason, without the rest of the URL", async () => {
  const url = `${pages.origin}/private-path?token=secret-query`;
  await preview(anna, url);
  const line = site.logLines.findLast((each) => each.includes("link preview failed")) ?? "";
  expect(JSON.parse(line)).toMatchObject({
    host: new URL(pages.origin).host,
    what: "page",
    reason: "status 404",
  });
  expect(site.logLines.join("\n")).not.toMatch(/private-path|secret-query/);
});
