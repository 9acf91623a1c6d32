import { randomBytes } from "node:crypto";
import { openAsBlob } from "node:fs";
import { open } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { z } from "zod";
import { type Creator, call, makeCreator, read } from "../fixtures.ts";
import { type Product, sampleDuring, startPeer } from "../product.ts";
import { atMost, median, rateBeside } from "../report.ts";
import type { Row } from "../row.ts";

const MEGABYTES = 500;

/** The download of a large file, compared with node:http piping the same file. */
export const downloadRow: Row = {
  name: "download",
  async run({ product, rounds }) {
    const file = join(product.dataDir, "large.bin");
    await makeFile(file);
    const creator = await makeCreator(product, 0);
    const ours = product.url + (await sell(product, creator, file));
    const peer = await startPeer("file", file);
    const speeds = { ours: [] as number[], peer: [] as number[] };
    const before = await product.memory();
    const download = async () => {
      for (let round = 0; round < rounds; round++) {
        speeds.ours.push(await readAll(ours));
        speeds.peer.push(await readAll(peer.url));
      }
    };
    const { highest } = await sampleDuring(download(), product.memory, 50);
    peer.stop();
    const rates = { ours: median(speeds.ours), peer: median(speeds.peer), peerName: "node:http", bar: 0.5 };
    return [
      rateBeside(`download of ${MEGABYTES} MB`, { ...rates, unit: " MB/s" }),
      atMost("memory during the downloads", Math.max(0, highest - before), 50, "MB"),
    ];
  },
};

async function makeFile(path: string): Promise<void> {
  const file = await open(path, "w");
  const block = randomBytes(1024 * 1024);
  for (let megabyte = 0; megabyte < MEGABYTES; megabyte++) {
    block.writeUInt32LE(megabyte);
    await file.write(block);
  }
  await file.close();
}

/** Uploads, sells and buys the file, and returns the path of its download. */
async function sell(product: Product, { cookie }: Creator, path: string): Promise<string> {
  const form = new FormData();
  form.set("file", await openAsBlob(path), "large.bin");
  const uploaded = await fetch(`${product.url}/api/files/upload?purpose=digital`, {
    method: "POST",
    headers: { cookie, origin: product.url.replace("127.0.0.1", "localhost") },
    body: form,
  });
  const stored = await read(uploaded, z.object({ path: z.string() }));
  const sold = { name: "Large", priceCents: 0, type: "digital", digitalFilePath: stored.path };
  const made = await read(await call(product, "/api/products", { cookie, body: sold }), WithId("product"));
  const tile = { type: "product", title: "Large", productId: made.id };
  const added = await read(await call(product, "/api/tiles", { cookie, body: tile }), WithId("tile"));
  const checkout = await call(product, "/api/public/checkout", { body: { tileId: added.id } });
  const { mockCheckoutUrl } = await read(checkout, z.object({ mockCheckoutUrl: z.string() }));
  const token = mockCheckoutUrl.split("/").at(-1);
  const paid = await call(product, `/api/public/checkout/${token}/pay`, {
    body: { email: "buyer@example.org", totalCents: 0 },
  });
  const { returnUrl } = await read(paid, z.object({ returnUrl: z.string() }));
  const download = new URL(returnUrl, product.url).searchParams.get("downloadToken");
  return `/api/orders/download/${download}`;
}

/** The id of the entity in a response such as `{ product: { id } }`. */
const WithId = (noun: string) =>
  z
    .record(z.literal(noun), z.object({ id: z.number() }))
    .transform((reply) => ({ id: reply[noun]?.id ?? 0 }));

/** Returns megabytes per second. */
function readAll(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let bytes = 0;
    get(url, (response) => {
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("end", () => {
        if (bytes < MEGABYTES * 1024 * 1024) reject(new Error(`${url} returned ${bytes} bytes`));
        else resolve(bytes / 1024 / 1024 / ((performance.now() - startedAt) / 1000));
      });
    }).on("error", reject);
  });
}
