import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { encodeHtml, sendHtml } from "./html.ts";

const HTML = "<!doctype html><p>Anna</p>";

async function get(headers: Record<string, string> = {}, shared = true) {
  const app = Fastify();
  const page = encodeHtml(HTML);
  app.get("/", (request, reply) => sendHtml(request, reply, page, { shared }));
  return app.inject({ url: "/", headers });
}

test("sends a page only in an encoding that the browser accepts", async () => {
  const brotli = await get({ "accept-encoding": "gzip, br" });
  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(HTML);
  const gzip = await get({ "accept-encoding": "br;q=0, gzip" });
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(HTML);
  const plain = await get({ "accept-encoding": "br;q=0, gzip;q=0" });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.body).toBe(HTML);
});

test("gives each encoding its own ETag, and accepts any of them", async () => {
  const tags = [];
  for (const encoding of ["br", "gzip", "identity"])
    tags.push(String((await get({ "accept-encoding": encoding })).headers.etag));
  expect(new Set(tags).size).toBe(3);
  for (const tag of tags) {
    expect(tag).toMatch(/^"[\w-]+"$/);
    for (const header of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const response = await get({ "accept-encoding": "gzip", "if-none-match": header });
      expect(response, header).toMatchObject({ statusCode: 304, body: "", headers: { etag: tag } });
    }
  }
  const any = await get({ "accept-encoding": "gzip", "if-none-match": "*" });
  expect(any).toMatchObject({ statusCode: 304, headers: { etag: tags[1] } });
  expect((await get({ "if-none-match": '"other"' })).statusCode).toBe(200);
});

test("sends a private page each time, without an ETag", async () => {
  const response = await get({ "if-none-match": "*" }, false);
  expect(response).toMatchObject({ statusCode: 200, body: HTML });
  expect(response.headers.etag).toBeUndefined();
  expect(response.headers["cache-control"]).toBe("private, no-store");
});
