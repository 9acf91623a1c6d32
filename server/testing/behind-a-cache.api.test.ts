import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addTile, type TestUser } from "./factories.ts";
import { findFreePort } from "./free-port.ts";
import { createTestApp, type TestApp } from "./harness.ts";
import { type Nginx, startNginx, whyNoNginx } from "./nginx.ts";

const reason = whyNoNginx ? ` (skipped: ${whyNoNginx})` : "";
/** Short times, so that a test can wait until every cached page has expired. */
const CDN = { seconds: 2, staleSeconds: 3 };

describe.skipIf(whyNoNginx)(`a site behind nginx, which caches creators' pages${reason}`, () => {
  let site: TestApp;
  let nginx: Nginx;
  let anna: TestUser;
  let publicUrl: string;
  beforeAll(async () => {
    const port = await findFreePort();
    publicUrl = `https://localhost:${port}`;
    site = await createTestApp({ publicUrl, trustProxy: ["127.0.0.1"], settings: { cdn: CDN } });
    await site.app.listen({ port: 0, host: "127.0.0.1" });
    nginx = await startNginx({
      port,
      upstreamPort: (site.app.server.address() as AddressInfo).port,
      cachesPages: true,
    });
    anna = await site.signUp({ handle: "anna", displayName: "Anna" });
  });
  afterAll(async () => {
    await nginx.stop();
    await site.close();
  });

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const { status, headers: sent, bytes } = await nginx.ask(path, { headers });
    const isBrotli = sent["content-encoding"] === "br" && bytes.length > 0;
    const text = (isBrotli ? brotliDecompressSync(bytes) : bytes).toString();
    return { status, text, headers: sent, from: sent["x-cache-status"] };
  };
  /** Waits until all cached responses have expired. */
  const expire = () => delay((CDN.seconds + CDN.staleSeconds + 1) * 1_000);

  test("serves a page from nginx in each visitor's encoding, or 304 if it is unchanged", async () => {
    const first = await ask("/@anna", { "accept-encoding": "br" });
    const second = await ask("/@anna", { "accept-encoding": "gzip;q=0.5, br", cookie: "theme=dark" });
    expect([first.from, second.from]).toEqual(["MISS", "HIT"]);
    expect(second.text).toBe(first.text);
    const plain = await ask("/@anna", { "accept-encoding": "br;q=0" });
    expect([plain.from, plain.headers["content-encoding"]]).toEqual(["MISS", undefined]);
    expect(plain.text).toBe(first.text);
    const etag = String(first.headers.etag);
    const unchanged = await ask("/@anna", { "accept-encoding": "br", "if-none-match": etag });
    expect([unchanged.status, unchanged.from]).toEqual([304, "HIT"]);
    expect(second.headers["cache-control"]).toContain("max-age=0, must-revalidate");
    expect(second.headers["set-cookie"]).toBeUndefined();
  });

  test("sends only creators their own page, and caches neither it nor a preview", async () => {
    await expire();
    const cookie = anna.cookie;
    const isOwn = ({ text }: { text: string }) => text.includes('"isOwner":true');
    const own = [
      await ask("/@anna", { cookie }),
      await ask("/@anna", { cookie }),
      await ask("/@anna?at=2030-01-01T10:00", { cookie }),
    ];
    expect(own.map(isOwn)).toEqual([true, true, true]);
    expect(own.map(({ from }) => from)).toEqual(["BYPASS", "BYPASS", "BYPASS"]);
    const visitor = [await ask("/@anna"), await ask("/@anna"), await ask("/@anna?at=2030-01-01T10:00")];
    expect(visitor.map(isOwn)).toEqual([false, false, false]);
    expect(visitor.map(({ from }) => from)).toEqual(["REVALIDATED", "HIT", "MISS"]);
    expect(isOwn(await ask("/@anna", { cookie }))).toBe(true);
    // Another creator counts as a visitor of this page.
    const ben = await site.signUp({ handle: "ben" });
    expect(isOwn(await ask("/@anna", { cookie: ben.cookie }))).toBe(false);
  });

  test("shows a change to its creator at once, and to others after the configured time", async () => {
    const dora = await site.signUp({ handle: "dora" });
    await ask("/@dora");
    const { title } = await addTile(dora, { title: "A new shop" });
    const shows = async (headers = {}) => (await ask("/@dora", headers)).text.includes(title);
    expect(await shows({ cookie: dora.cookie })).toBe(true);
    // After that time, nginx serves the stale page once more while it fetches the new one.
    await expect.poll(shows, { interval: 100 }).toBe(true);
    await addTile(dora, { title: "Another shop" });
    await expire();
    expect((await ask("/@dora")).text).toContain("Another shop");
  });

  test("does not cache a deleted or unknown page", async () => {
    const path = "/@cleo";
    for (const _again of [1, 2]) expect((await ask(path)).status).toBe(404);
    await site.signUp({ handle: "cleo" });
    expect((await ask(path)).status).toBe(200);
  });

  test("counts visits to pages cached by nginx, except those that opt out", async () => {
    await ask("/@anna");
    expect((await ask("/@anna")).from).toBe("HIT");
    const view = (headers: Record<string, string>) =>
      nginx.ask("/api/public/analytics", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "user-agent": "Mozilla/5.0 Firefox/140.0",
          ...headers,
        },
        body: JSON.stringify({ creatorId: anna.creator.id, event: "page_view", source: "direct" }),
      });
    const visitors: Record<string, string>[] = [{}, {}, { dnt: "1" }];
    for (const headers of visitors) expect((await view(headers)).status).toBe(202);
    const count = async () =>
      (await site.sql`select event from events where creator_id = ${anna.creator.id} and event = 'page_view'`)
        .length;
    await expect.poll(count).toBe(2);
  });
});
