import { once } from "node:events";
import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { addTile, type TestUser } from "../../testing/factories.ts";
import { testSite } from "../../testing/test-site.ts";

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

/** An invalid handle is passed to the framework, which finds the same page. */
const THROUGH_THE_FRAMEWORK = "/@anna?tile=0";

test.each(["br, gzip", "gzip", "", "gzip;q=0, br;q=0", "*"])(
  "a cached page has the response of the framework for %j",
  async (accepted) => {
    const headers: Record<string, string> = accepted ? { "accept-encoding": accepted } : {};
    const slow = await ask(THROUGH_THE_FRAMEWORK, headers);
    const quick = await ask("/@anna", headers);
    expect(quick.status).toBe(200);
    expect(quick).toEqual(slow);
  },
);

test("a change is shown by the next request", async () => {
  const before = await ask("/@anna");
  await addTile(anna, { title: "New" });
  const after = await ask("/@anna");
  expect(after.headers.etag).not.toBe(before.headers.etag);
  expect((await ask("/@anna")).headers.etag).toBe(after.headers.etag);
});

test("the owner receives the owner's page, which is not cached", async () => {
  await ask("/@anna");
  const own = await ask("/@anna", { cookie: anna.cookie });
  expect(own.headers["cache-control"]).toBe("private, no-store");
  expect((await ask("/@anna")).headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
});

test("a client with the current page receives 304", async () => {
  const { headers } = await ask("/@anna");
  expect(await ask("/@anna", { "if-none-match": headers.etag })).toMatchObject({ status: 304, bytes: "" });
});

test("a page with a player allows frames of that player only, on both paths and in a 304", async () => {
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
