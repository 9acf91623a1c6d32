import { setTimeout as delay } from "node:timers/promises";
import { makeCreator, PHONE, visitTo } from "../fixtures.ts";
import { load } from "../load.ts";
import { readCpuSeconds, readMegabytes } from "../processes.ts";
import { sampleDuring, startByNpm, startProduct, withFolder, withProduct } from "../product.ts";
import { atMost, median, plain, show } from "../report.ts";
import type { Row } from "../row.ts";

/** A start without installation: its time by `npm start`, and the CPU time of all its processes. */
export const startRow: Row = {
  name: "start",
  async run({ rounds }) {
    const seconds: number[] = [];
    const cpuSeconds: number[] = [];
    await withFolder(async (dataDir) => {
      for (let round = 0; round < rounds + 1; round++) {
        seconds.push(await startByNpm("/", { settings: { HOST: "127.0.0.1", DATA_DIR: dataDir } }));
        cpuSeconds.push(await measureCpu(dataDir));
      }
    });
    // The first start creates the database and is not counted.
    return [
      atMost("second `npm start` to the first response", median(seconds.slice(1)), 2, "s"),
      plain("CPU time of a start, all processes", `${show(median(cpuSeconds.slice(1)))} s`),
    ];
  },
};

/** Starts the product, and returns the CPU time of its processes a second after it is ready, in seconds. */
const measureCpu = (dataDir: string): Promise<number> =>
  withProduct(dataDir, {}, async ({ pid }) => {
    await delay(1_000);
    const { workers, postgres } = await readCpuSeconds(pid);
    return workers + postgres;
  });

/** The memory of all processes, idle and under load. */
export const memoryRow: Row = {
  name: "memory",
  run: ({ quick }) =>
    withFolder(async (dataDir) => {
      // The first start renders the demo's images and keeps the memory for it.
      await (await startProduct(dataDir)).stop();
      return withProduct(dataDir, {}, async (product) => {
        const measure = () => readMegabytes(product.pid);
        await delay(quick ? 5_000 : 300_000);
        const idle = await measure();
        const { id, handle, cookie } = await makeCreator(product);
        const target = { connections: 50, seconds: quick ? 5 : 15 };
        const loads = [
          load({ ...target, url: `${product.url}/@${handle}`, headers: { "user-agent": PHONE } }),
          load({ ...target, ...visitTo(id), url: `${product.url}/api/public/analytics` }),
          load({ ...target, url: `${product.url}/api/tiles`, headers: { cookie }, connections: 20 }),
        ];
        const { highest } = await sampleDuring(Promise.all(loads), measure);
        return [
          atMost("memory of all processes (PSS), idle five minutes after a second start", idle, 180, "MB"),
          atMost(
            "the same under load (pages, events and tiles at once, 120 connections), highest",
            highest,
            300,
            "MB",
          ),
        ];
      });
    }),
};
