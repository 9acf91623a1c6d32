import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localStorage } from "../../platform/storage/adapters/local.ts";
import { memoryStorage } from "../../platform/storage/adapters/memory.ts";
import { addProduct, addTile, buy, type TestUser } from "../../testing/factories.ts";
import { findFreePort } from "../../testing/free-port.ts";
import { createTestApp, type TestApp } from "../../testing/harness.ts";
import { type Nginx, startNginx, whyNoNginx } from "../../testing/nginx.ts";
import { testFolder } from "../../testing/temporary-folder.ts";
import { upload } from "./multipart.test-kit.ts";

const content = randomBytes(300_000);

/** Sells a file with an umlaut in its name, and returns its download URL. */
async function sell(site: TestApp) {
  const anna: TestUser = await site.signUp();
  const { body } = await upload(anna, { name: "Töpfe.zip", content }, "digital");
  const product = await addProduct(anna, { type: "digital", digitalFilePath: body.path });
  const tile = await addTile(anna, { type: "product", productId: product.id });
  const { downloadToken } = await buy(site, tile.id);
  return { path: `/api/orders/download/${downloadToken}`, fileId: String(body.path) };
}
const countOf = async (site: TestApp) =>
  (await site.query("select max(use_count)::int as count from access"))[0].count;

describe("downloads from a bucket by signed URLs", () => {
  let site: TestApp;
  const signed: object[] = [];
  beforeAll(async () => {
    const storage = {
      ...memoryStorage(),
      directUploads: { origin: "https://s3.example" } as never,
      async signDownload(key: string, download: object) {
        // The download count at the time of the URL.
        signed.push({ key, ...download, count: await countOf(site) });
        return `https://s3.example/files/${key}?X-Amz-Signature=known`;
      },
    };
    site = await createTestApp({ storage, settings: { signedDownloadSeconds: 300 } });
  });
  afterAll(() => site.close());

  test("redirects after checking and counting, and does not count a range without the start", async () => {
    const { path, fileId } = await sell(site);
    const response = await site.call("GET", path);
    expect(response.status).toBe(302);
    expect(response.headers).toMatchObject({
      location: `https://s3.example/files/digital/${fileId}?X-Amz-Signature=known`,
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
    });
    expect(response.bytes.length).toBe(0);
    const disposition = `attachment; filename="Topfe.zip"; filename*=UTF-8''T%C3%B6pfe.zip`;
    expect(signed).toEqual([
      { key: `digital/${fileId}`, seconds: 300, type: "application/zip", disposition, count: 1 },
    ]);

    const resumed = { range: "bytes=1000-", "if-range": '"of the bucket"' };
    expect((await site.call("GET", path, undefined, resumed)).status).toBe(302);
    expect(await countOf(site)).toBe(1);
    expect((await site.call("GET", path, undefined, { range: "bytes=300000-" })).status).toBe(416);
    // A signature is for one method.
    const head = await site.call("HEAD", path);
    expect([head.status, head.headers["content-length"]]).toEqual([200, "300000"]);

    const [order] = await site.query("select seed from orders");
    const policyOf = async (path: string) =>
      String((await site.call("GET", path)).headers["content-security-policy"]);
    expect(await policyOf(`/orders/${site.tokens.order(order.seed)}`)).toContain(
      "form-action 'self' https://s3.example;",
    );
    expect(await policyOf("/")).toContain("form-action 'self';");

    signed.length = 0;
    await site.query("update access set ended_at = now(), ended_reason = 'withdrawn'");
    expect((await site.call("GET", path)).status).toBe(410);
    await site.query("update access set ended_at = null, ended_reason = null");
    await site.storage.deleteFile(`digital/${fileId}`);
    expect((await site.call("GET", path)).status).toBe(404);
    expect(signed).toEqual([]);
  });
});

const reason = whyNoNginx ? ` (skipped: ${whyNoNginx})` : "";
describe.skipIf(whyNoNginx)(`downloads from a folder by nginx${reason}`, () => {
  let site: TestApp;
  let nginx: Nginx;
  const folder = testFolder();
  let upstream: number;
  let sold: Awaited<ReturnType<typeof sell>>;
  beforeAll(async () => {
    const [location = ""] =
      /location \/tessera-files\/ \{[^}]*\}/.exec(await readFile("deploy/nginx.conf", "utf8")) ?? [];
    const port = await findFreePort();
    site = await createTestApp({
      publicUrl: `https://localhost:${port}`,
      trustProxy: ["127.0.0.1"],
      storage: await localStorage({ folder: folder.path, groupReads: true }),
      settings: { filesByProxy: "/tessera-files" },
    });
    await site.app.listen({ port: 0, host: "127.0.0.1" });
    upstream = (site.app.server.address() as AddressInfo).port;
    const locations = location.replace("/var/lib/tessera/uploads/", `${folder.path}/`);
    nginx = await startNginx({ port, upstreamPort: upstream, locations });
    sold = await sell(site);
  });
  afterAll(async () => {
    await nginx.stop();
    await site.close();
  });

  /** Requests Tessera directly, optionally with a proxy's headers. */
  async function direct(path: string, headers: Record<string, string> = {}) {
    const sent = request({
      host: "127.0.0.1",
      port: upstream,
      path,
      headers: { host: "localhost", ...headers },
    });
    sent.end();
    const [response] = await once(sent, "response");
    return { headers: response.headers, bytes: await buffer(response) };
  }

  test("lets nginx send the bytes with a download's headers, and Tessera to a client that bypasses it", async () => {
    const toNginx = await direct(sold.path, { "x-forwarded-for": "192.0.2.1" });
    expect([toNginx.headers["x-accel-redirect"], toNginx.bytes.length]).toEqual([
      `/tessera-files/digital/${sold.fileId}`,
      0,
    ]);
    const own = await direct(sold.path);
    expect(own.headers["x-accel-redirect"]).toBeUndefined();
    expect(own.bytes.equals(content)).toBe(true);

    const whole = await nginx.ask(sold.path);
    expect(whole.status).toBe(200);
    expect(whole.bytes.equals(content)).toBe(true);
    const ofDownloads = [
      ...[
        "accept-ranges",
        "cache-control",
        "content-length",
        "content-security-policy",
        "content-type",
        "etag",
      ],
      ...["content-disposition", "referrer-policy", "strict-transport-security", "x-content-type-options"],
      ...["cross-origin-opener-policy", "cross-origin-resource-policy", "x-frame-options"],
    ];
    for (const name of ofDownloads) {
      expect(own.headers[name], name).toBeDefined();
      expect(whole.headers[name], name).toBe(own.headers[name]);
    }
    expect(whole.headers["content-disposition"]).toContain("T%C3%B6pfe.zip");
    expect(whole.headers["cache-control"]).toBe("private, no-store");
    expect(whole.headers["x-accel-redirect"]).toBeUndefined();
    const head = await nginx.ask(sold.path, { method: "HEAD" });
    expect([head.status, head.headers["content-length"], head.bytes.length]).toEqual([200, "300000", 0]);
  });

  test("handles ranges, their conditions and limits like without nginx, and counts each start once", async () => {
    const before = await countOf(site);
    const etag = String((await nginx.ask(sold.path)).headers.etag);
    const ask = async (headers: Record<string, string>) => {
      const { status, headers: received, bytes } = await nginx.ask(sold.path, { headers });
      return [status, received["content-range"], bytes.length];
    };
    const part = [206, "bytes 1000-1999/300000", 1000];
    const whole = [200, undefined, 300_000];
    expect(await ask({ range: "bytes=1000-1999" })).toEqual(part);
    expect(await ask({ range: "bytes=-5" })).toEqual([206, "bytes 299995-299999/300000", 5]);
    expect(await ask({ range: "bytes=1000-1999", "if-range": etag })).toEqual(part);
    expect(await countOf(site)).toBe(before + 1);
    expect(await ask({ range: "bytes=1000-1999", "if-range": '"other"' })).toEqual(whole);
    expect(await ask({ range: "bytes=0-1,5-6" })).toEqual(whole);
    expect(await ask({ "if-modified-since": new Date(Date.now() + 60_000).toUTCString() })).toEqual(whole);
    expect((await ask({ range: "bytes=300000-" })).slice(0, 2)).toEqual([416, "bytes */300000"]);
    expect(await countOf(site)).toBe(before + 4);
  });

  test("finds nothing at the location itself, and sends no file without access", async () => {
    expect((await nginx.ask(`/tessera-files/digital/${sold.fileId}`)).status).toBe(404);
    await site.query("update access set ended_at = now(), ended_reason = 'withdrawn'");
    expect((await nginx.ask(sold.path)).status).toBe(410);
    await site.query("update access set ended_at = null, ended_reason = null");
  });
});
