import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "../../server/testing/free-port.ts";
import { makeCreator } from "../fixtures.ts";
import { load } from "../load.ts";
import { makeFolder, removeFolder, startProduct, waitUntilReady } from "../product.ts";
import { atMost, median } from "../report.ts";
import type { Row } from "../row.ts";

/** `npm start` without anything to install, until the first response. */
export const startRow: Row = {
  name: "start",
  async run({ rounds }) {
    const dataDir = await makeFolder();
    const times: number[] = [];
    // The first start creates the database and is not counted.
    for (let round = 0; round < rounds + 1; round++) times.push(await startOnce(dataDir));
    await removeFolder(dataDir);
    return [atMost("second `npm start` to the first response", median(times.slice(1)) / 1000, 2, "s")];
  },
};

async function startOnce(dataDir: string): Promise<number> {
  const port = String(await findFreePort());
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PORT: port, HOST: "127.0.0.1", DATA_DIR: dataDir, LOG_LEVEL: "warn" };
  const startedAt = performance.now();
  const child = spawn("npm", ["start", "--silent"], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
    detached: true,
  });
  await waitUntilReady(`http://127.0.0.1:${port}/`, child);
  const took = performance.now() - startedAt;
  // The whole process group, because npm starts the product through a shell.
  process.kill(-(child.pid ?? 0), "SIGTERM");
  await once(child, "exit");
  await delay(500);
  return took;
}

/** The memory of the Node process, idle and under load. */
export const memoryRow: Row = {
  name: "memory",
  async run({ quick }) {
    const dataDir = await makeFolder();
    // The first start renders the demo's images and retains the memory that this needs.
    await (await startProduct(dataDir)).stop();
    const product = await startProduct(dataDir);
    try {
      await delay(quick ? 5_000 : 20_000);
      const idle = await product.memory();
      const { id, handle, cookie } = await makeCreator(product);
      let highest = 0;
      const watch = setInterval(async () => {
        highest = Math.max(highest, await product.memory());
      }, 200);
      const seconds = quick ? 5 : 15;
      const body = JSON.stringify({ creatorId: id, event: "page_view", source: "instagram" });
      const headers = {
        "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      };
      const json = { ...headers, "content-type": "application/json" };
      await Promise.all([
        load({ url: `${product.url}/@${handle}`, headers, connections: 50, seconds }),
        load({ url: `${product.url}/api/public/analytics`, headers: json, body, connections: 50, seconds }),
        load({ url: `${product.url}/api/tiles`, headers: { cookie }, connections: 20, seconds }),
      ]);
      clearInterval(watch);
      return [
        atMost("resident memory of the Node process, idle, second start", idle, 200, "MB"),
        atMost(
          "the same under load (pages, events and tiles at once, 120 connections), highest",
          highest,
          350,
          "MB",
        ),
      ];
    } finally {
      await product.stop();
      await removeFolder(dataDir);
    }
  },
};
