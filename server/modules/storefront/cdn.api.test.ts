import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, test } from "vitest";
import { CDN_KINDS, purgeTags } from "../../platform/net/cdn-purge.ts";
import { addProduct, addTile } from "../../testing/factories.ts";
import { listen } from "../../testing/listen.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

/** What the CDN was asked, and how it answers. */
const asked: { method: string | undefined; headers: IncomingMessage["headers"]; body: string }[] = [];
let status = 200;
const cdn = createServer(async (request, response) => {
  asked.push({ method: request.method, headers: request.headers, body: await text(request) });
  response.writeHead(status).end(status === 200 ? "{}" : "slow down");
});
const url = `${(await listen(cdn)).url}/purge`;

const site = testSite({
  jobs: "database",
  settings: {
    cdn: { seconds: 60, staleSeconds: 60 },
    cdnPurge: { kind: "webhook", url, token: "a-token" },
  },
});
const anna = prepare(() => site.signUp({ handle: "anna" }));
afterAll(() => void cdn.close());
beforeEach(() => {
  asked.length = 0;
  status = 200;
});

const HELD = "public, max-age=0, must-revalidate, s-maxage=60, stale-while-revalidate=60";
const headersOf = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await site.call("GET", path, undefined, headers);
  return { status: answer.status, ...answer.headers };
};

test("a CDN may hold what visitors see of a creator, and no page of an owner, error or other page", async () => {
  const product = await addProduct(anna, { name: "Bowl" });
  await addTile(anna, { type: "product", title: "Bowl", productId: product.id });
  const tag = `creator-${anna.creator.id}`;
  const page = await headersOf("/@anna");
  expect(page).toMatchObject({ status: 200, "cache-control": HELD, "cache-tag": tag, "surrogate-key": tag });
  for (const path of ["/@anna?from=60", "/@anna/bowl"]) {
    expect(await headersOf(path), path).toMatchObject({
      status: 200,
      "cache-control": HELD,
      "cache-tag": tag,
    });
  }
  expect(await headersOf("/@anna", { "if-none-match": String(page.etag) })).toMatchObject({
    ...{ status: 304, "cache-control": HELD, "cache-tag": tag },
  });
  const own = await headersOf("/@anna", { cookie: anna.cookie });
  expect(own["cache-control"]).toBe("private, no-store");
  for (const path of ["/", "/@nobody-here", "/@anna/nothing", "/dashboard", "/api/public/creator/anna"]) {
    const { "cache-control": control, ...others } = await headersOf(path);
    expect(String(control), path).not.toContain("s-maxage");
    expect(
      Object.keys(others).filter((name) => /cdn|surrogate|cache-tag/.test(name)),
      path,
    ).toEqual([]);
  }
  for (const name of ["cdn-cache-control", "surrogate-control", "cache-tag"])
    expect(own).not.toHaveProperty(name);
});

test("a change is sent to the CDN once it is committed, again until it is confirmed, and several at once", async () => {
  const waiting = async () => (await site.sql`select id from page_purges`).length;
  await expect.poll(waiting).toBe(0);
  asked.length = 0;
  status = 429;
  await addTile(anna, { title: "One" });
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  const ben = await site.signUp({ handle: "ben" });
  await addTile(ben, { title: "Two" });
  await addTile(anna, { title: "Three" });
  status = 200;
  await expect.poll(waiting).toBe(0);
  expect(asked[0]).toMatchObject({ method: "POST", headers: { authorization: "Bearer a-token" } });
  const tags = asked.flatMap(({ body }) => JSON.parse(body).tags);
  expect(new Set(tags)).toEqual(new Set([anna, ben].map(({ creator }) => `creator-${creator.id}`)));
  // A refused change is told to nobody.
  const before = asked.length;
  expect((await anna.call("POST", "/api/tiles", { type: "link", title: "" })).status).toBe(400);
  expect([await waiting(), asked.length]).toEqual([0, before]);
});

test("a change that is older than what a CDN may hold is not sent any more", async () => {
  // One in progress that has looked for old changes already would send it.
  const purging = () =>
    site.sql`select id from pgboss.job where name = 'pages.purge-cdn' and state in ('created', 'retry', 'active')`;
  await expect.poll(purging).toEqual([]);
  status = 500;
  await site.sql`insert into page_purges (creator_id, created_at) values (77, now() - interval '122 seconds')`;
  await addTile(anna, { title: "Four" });
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(asked[0]?.body).not.toContain("creator-77");
});

test("each kind of CDN is asked in its own way", async () => {
  for (const kind of CDN_KINDS) {
    await purgeTags(
      { kind, url, token: "t" },
      ["creator-900001", "creator-900002"],
      AbortSignal.timeout(5_000),
    );
  }
  // A job of another test may ask about its creators.
  const own = asked.filter(({ body, headers }) => /creator-900001\b/.test(body + headers["surrogate-key"]));
  const tags = JSON.stringify({ tags: ["creator-900001", "creator-900002"] });
  const keys = "creator-900001 creator-900002";
  expect(own).toMatchObject([
    { method: "POST", headers: { authorization: "Bearer t" }, body: tags },
    { method: "POST", headers: { "fastly-key": "t", "surrogate-key": keys }, body: "" },
    { method: "PURGE", headers: { authorization: "Bearer t", "surrogate-key": keys }, body: "" },
    { method: "POST", headers: { authorization: "Bearer t" }, body: tags },
  ]);
  status = 403;
  const purge = { kind: "fastly" as const, url, token: "wrong" };
  await expect(purgeTags(purge, ["a"], AbortSignal.timeout(5_000))).rejects.toThrow(
    "the CDN answered 403: slow down",
  );
});
