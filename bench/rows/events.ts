import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { visitTo } from "../fixtures.ts";
import { loadInTurn } from "../load.ts";
import { type Product, startPeer, timed, withFolder } from "../product.ts";
import { atMost, median, never, plain, rateBeside, show } from "../report.ts";
import type { Row } from "../row.ts";
import { makeOthers } from "../seed.ts";

const PATH = "/api/public/analytics";
const FLUSHES = 200;
const CREATORS = 10_000;
const ROLLUP_SECONDS = 15;

/** Events of many creators, answered after their commit, compared with an empty Fastify route. Shows the number of stored events beside the failed requests. */
export const eventsRow: Row = {
  name: "events",
  async run({ product, rounds, seconds }) {
    const ids = await makeOthers(product.database, CREATORS);
    const peer = await startPeer("post", "");
    const loadBoth = async (connections: number) => {
      const target = {
        ...visitTo("%d"),
        random: { from: Math.min(...ids), to: Math.max(...ids) },
        connections,
        seconds,
      };
      const [ours, empty] = await loadInTurn(
        [
          { ...target, url: product.url + PATH },
          { ...target, url: peer.url + PATH },
        ],
        rounds,
      );
      return { ours, empty };
    };
    const few = await loadBoth(50);
    const many = await loadBoth(400);
    peer.stop();
    const rolledUpAfter = await untilRolledUp(product);
    const { rows } = await product.database.query<{ stored: string }>(
      "select count(*) as stored from events",
    );
    return [
      rateBeside("events, response after the commit (400 connections)", {
        ours: many.ours.rate,
        peer: many.empty.rate,
        peerName: "empty Fastify route",
        bar: 0.6,
      }),
      plain(
        "events at 50 connections, each waiting for the disk",
        `${show(few.ours.rate)}/s`,
        `empty Fastify route: ${show(few.empty.rate)}/s; the disk flushes in ${await flushMs()} ms`,
      ),
      atMost("events at 50 connections, p99", few.ours.p99, 50, "ms"),
      never(
        "events, rejected or failed (50 and 400 connections)",
        few.ours.failed + many.ours.failed,
        `; ${show(Number(rows[0]?.stored))} stored`,
      ),
      atMost(
        `events, added to the daily counts of ${show(CREATORS)} creators`,
        rolledUpAfter,
        ROLLUP_SECONDS,
        "s after the last",
      ),
    ];
  },
};

/** Waits until all events are in the daily counts, for at most 150 s. Returns the seconds. */
export async function untilRolledUp({ database }: Pick<Product, "database">): Promise<number> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  for (;;) {
    const { rows } = await database.query<{ pending: boolean }>(
      "select exists (select from pending_counts) as pending",
    );
    if (!rows[0]?.pending || seconds() > 10 * ROLLUP_SECONDS) return seconds();
    await delay(100);
  }
}

/** Returns the median time of a flushed write of 8 KiB, in milliseconds. */
const flushMs = (): Promise<string> =>
  withFolder(async (folder) => {
    const file = await open(join(folder, "page"), "w");
    const flush = async () => {
      await file.write(Buffer.alloc(8_192), 0, 8_192, 0);
      await file.datasync();
    };
    const times: number[] = [];
    for (let count = 0; count < FLUSHES; count++) times.push(await timed(flush));
    await file.close();
    return median(times).toFixed(2);
  });
