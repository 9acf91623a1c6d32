import { once } from "node:events";
import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { addTile, type TestUser } from "../../../testing/factories.ts";
import { testSite } from "../../../testing/test-site.ts";

let anna: TestUser;
let origin: string;

const site = testSite();
beforeAll(async () => {
  origin = await site.app.listen({ port: 0, host: "127.0.0.1" });
  anna = await site.signUp({ handle: "anna", displayName: "Anna" });
  await addTile(anna, { title: "Shop" });
});

async function ask(path: string, headers: Record<string, string> = {}) {
  const [response] = await once(get(`${origin}${path}`, { headers }), "response");
  const { date: _, ...rest } = response.headers;
  return { status: response.statusCode, headers: rest, bytes: (await buffer(response)).toString("base64") };
}

/** Returns the number of responses that the fast path has sent. */
async function countOfFast(): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const counts = text.matchAll(
    /^http_request_duration_seconds_count\{method="GET",route="fast".*\} (\d+)$/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/**
 * Repeats a request until the fast path responds. The framework responds while the cache is not sure that the
 * page is current.
 */
async function askFast(
  path: string,
  headers: Record<string, string>,
): Promise<Awaited<ReturnType<typeof ask>>> {
  const before = await countOfFast();
  const answer = await ask(path, headers);
  return (await countOfFast()) > before ? answer : askFast(path, headers);
}

/** The fast path does not match this query, and the framework finds the same page. */
const THROUGH_THE_FRAMEWORK = "/@anna?tile=0";

test.each(["br, gzip", "gzip", "", "gzip;q=0, br;q=0", "*"])(
  "sends the framework's response for a cached page with %j",
  async (accepted) => {
    const headers: Record<string, string> = accepted ? { "accept-encoding": accepted } : {};
    const slow = await ask(THROUGH_THE_FRAMEWORK, headers);
    const quick = await ask("/@anna", headers);
    expect(quick.status).toBe(200);
    expect(quick).toEqual(slow);
  },
);

test("shows a change at the next request", async () => {
  const before = await ask("/@anna");
  await addTile(anna, { title: "New" });
  const after = await ask("/@anna");
  expect(after.headers.etag).not.toBe(before.headers.etag);
  expect((await ask("/@anna")).headers.etag).toBe(after.headers.etag);
});

test("sends the owner their own page, which is not cached", async () => {
  await ask("/@anna");
  expect((await ask("/@anna", { cookie: anna.cookie })).headers["cache-control"]).toBe("private, no-store");
  expect((await ask("/@anna")).headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
});

test.each([
  ["the tag that it was sent", (tag: string) => tag, 304],
  ["the tag of another encoding", (tag: string) => tag.replace("-br", "-gzip"), 304],
  ["the tag without an encoding", (tag: string) => tag.replace("-br", ""), 304],
  ["a weak tag in a list", (tag: string) => `"old", W/${tag}`, 304],
  ["any tag", () => "*", 304],
  ["an outdated tag", () => '"old-br"', 200],
  ["an empty header", () => "", 200],
])("sends a client with %s the framework's response", async (_what, header, status) => {
  const tag = String((await ask("/@anna", { "accept-encoding": "br" })).headers.etag);
  const headers = { "accept-encoding": "br", "if-none-match": header(tag) };
  const slow = await ask(THROUGH_THE_FRAMEWORK, headers);
  const quick = await askFast("/@anna", headers);
  expect(quick.status).toBe(status);
  expect(quick).toEqual(slow);
});

test("allows only frames of a page's player, on both paths and in a 304", async () => {
  const berta = await site.signUp({ handle: "berta" });
  const plain = (await ask("/@berta")).headers;
  expect(plain["content-security-policy"]).not.toContain("frame-src");
  await addTile(berta, { type: "content", url: "https://youtu.be/dQw4w9WgXcQ" });
  await addTile(berta, { type: "content", url: "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ" });
  await addTile(berta, { type: "link", url: "https://vimeo.com/76979871" });
  const slow = await ask("/@berta?tile=0");
  await ask("/@berta");
  const quick = await ask("/@berta");
  expect(quick).toEqual(slow);
  const own = await ask("/@berta", { cookie: berta.cookie });
  const unchanged = await ask("/@berta", { "if-none-match": quick.headers.etag });
  expect(unchanged.status).toBe(304);
  for (const { headers } of [quick, own, unchanged]) {
    expect(headers["content-security-policy"]).toBe(
      `${plain["content-security-policy"]};frame-src https://www.youtube-nocookie.com`,
    );
    expect(headers["permissions-policy"]).toContain('fullscreen=(self "https://www.youtube-nocookie.com")');
    expect(headers["permissions-policy"]).toContain("camera=()");
  }
  expect((await ask("/@anna")).headers["content-security-policy"]).toBe(plain["content-security-policy"]);
});
