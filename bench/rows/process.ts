import { setTimeout as delay } from "node:timers/promises";
import { makeCreator, PHONE, visitTo } from "../fixtures.ts";
import { load } from "../load.ts";
import { sampleDuring, startByNpm, startProduct, withFolder, withProduct } from "../product.ts";
import { atMost, median } from "../report.ts";
import type { Row } from "../row.ts";

/** `npm start` without installation, until the first response. */
export const startRow: Row = {
  name: "start",
  async run({ rounds }) {
    const seconds = await withFolder(async (dataDir) => {
      const times: number[] = [];
      for (let round = 0; round < rounds + 1; round++) {
        times.push(await startByNpm("/", { settings: { HOST: "127.0.0.1", DATA_DIR: dataDir } }));
        await delay(500);
      }
      // The first start creates the database and is not counted.
      return times.slice(1);
    });
    return [atMost("second `npm start` to the first response", median(seconds), 2, "s")];
  },
};

/** The memory of the Node process, idle and under load. */
export const memoryRow: Row = {
  name: "memory",
  run: ({ quick }) =>
    withFolder(async (dataDir) => {
      // The first start renders the demo's images and keeps the memory for it.
      await (await startProduct(dataDir)).stop();
      return withProduct(dataDir, {}, async (product) => {
        await delay(quick ? 5_000 : 20_000);
        const idle = await product.memory();
        const { id, handle, cookie } = await makeCreator(product);
        const target = { connections: 50, seconds: quick ? 5 : 15 };
        const loads = [
          load({ ...target, url: `${product.url}/@${handle}`, headers: { "user-agent": PHONE } }),
          load({ ...target, ...visitTo(id), url: `${product.url}/api/public/analytics` }),
          load({ ...target, url: `${product.url}/api/tiles`, headers: { cookie }, connections: 20 }),
        ];
        const { highest } = await sampleDuring(Promise.all(loads), product.memory, 200);
        return [
          atMost("resident memory of the Node process, idle, second start", idle, 200, "MB"),
          atMost(
            "the same under load (pages, events and tiles at once, 120 connections), highest",
            highest,
            350,
            "MB",
          ),
        ];
      });
    }),
};
