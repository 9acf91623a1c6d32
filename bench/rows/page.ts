import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fetchWhole, makeCreator, renameTile } from "../fixtures.ts";
import { loadInTurn, withoutFailures } from "../load.ts";
import { startPeer, timed } from "../product.ts";
import { atMost, costBeside, type Figure, median, percentile, rateBeside, show } from "../report.ts";
import type { Bench, Row } from "../row.ts";

const CONNECTIONS = 50;
const P99_BAR = 1.5;
/** The limit of the processor time: the inverse of the limit for the rate, but independent of the machine's load. */
const CPU_BAR = 1.11;
const BROWSER = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-encoding": "gzip, deflate, br, zstd",
};

/** A page of 24 tiles: from the cache, compared with the same bytes from node:http, and rendered after a change. */
export const pageRow: Row = {
  name: "page",
  async run(bench) {
    const creator = await makeCreator(bench.product);
    const url = `${bench.product.url}/@${creator.handle}`;
    const cached = await measureCached(bench, url);

    const times: number[] = [];
    for (let round = 0; round < (bench.quick ? 15 : 40); round++) {
      await renameTile(bench.product, creator, `Things I made, edition ${round}`);
      // Waits until the process has received the notification of the change.
      await delay(30);
      times.push(await timed(() => fetchWhole(url)));
    }
    const note = `page of 24 tiles, not cached (median; p95 ${show(percentile(times, 95))} ms), including the transfer to the client`;
    return [...cached, atMost(note, median(times), 15, "ms")];
  },
};

async function measureCached({ product, rounds, seconds }: Bench, url: string): Promise<Figure[]> {
  const cached = await readRaw(url);
  const description = join(product.dataDir, "peer-page.json");
  const file = join(product.dataDir, "peer-page.bin");
  await writeFile(file, cached.body);
  await writeFile(description, JSON.stringify({ headers: cached.headers, file }));
  const peer = await startPeer("page", description);
  const target = { headers: BROWSER, connections: CONNECTIONS, seconds };
  const unchangedHeaders = { ...BROWSER, "if-none-match": cached.headers.etag ?? "" };
  const [ours, bare, unchanged] = await loadInTurn(
    [
      { ...target, url, pid: product.pid },
      { ...target, url: peer.url, pid: peer.pid },
      { ...target, url, pid: product.pid, headers: unchangedHeaders },
    ],
    rounds,
  );
  peer.stop();
  withoutFailures(ours);
  const peerName = "node:http";
  const what = `page of 24 tiles, cached (${cached.body.length} bytes, 50 connections)`;
  return [
    rateBeside(what, { ours: ours.rate, peer: bare.rate, peerName, bar: 0.9 }),
    costBeside("the same, processor time per page", {
      ...{ ours: ours.cpuUs, peer: bare.cpuUs, peerName, bar: CPU_BAR },
      unit: "µs",
    }),
    costBeside("the same, p99", { ours: ours.p99, peer: bare.p99, peerName, bar: P99_BAR }),
    atMost("the same, unchanged (304): processor time", unchanged.cpuUs, ours.cpuUs, "µs"),
  ];
}

/** Returns a raw response: compressed, with its headers. */
async function readRaw(url: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const { get } = await import("node:http");
  return new Promise((resolve, reject) => {
    get(url, { headers: BROWSER }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const headers = Object.fromEntries(
          Object.entries(response.headers).flatMap(([name, value]) =>
            typeof value === "string" && !/^(date|connection|keep-alive)$/.test(name) ? [[name, value]] : [],
          ),
        );
        resolve({ headers, body: Buffer.concat(chunks) });
      });
    }).on("error", reject);
  });
}
