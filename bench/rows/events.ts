import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCreator } from "../fixtures.ts";
import { loadInTurn } from "../load.ts";
import { startPeer } from "../product.ts";
import { atMost, type Figure, median, rateBeside, show } from "../report.ts";
import type { Row } from "../row.ts";

const PATH = "/api/public/analytics";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

const FLUSHES = 200;

/** Events, with a response after their commit, compared with an empty Fastify route. Every acknowledged event must be stored. */
export const eventsRow: Row = {
  name: "events",
  async run({ product, rounds, seconds }) {
    const { id } = await makeCreator(product, 0);
    const peer = await startPeer("post", "");
    const loadBoth = async (connections: number) => {
      const target = {
        headers: { "content-type": "application/json", "user-agent": PHONE },
        body: JSON.stringify({ creatorId: id, event: "page_view", source: "instagram" }),
        connections,
        seconds,
      };
      const targets = [product.url, peer.url].map((url) => ({ ...target, url: url + PATH }));
      const [ours, empty] = await loadInTurn(targets, rounds);
      if (!ours || !empty) throw new Error("nothing measured");
      return { ours, empty };
    };
    const few = await loadBoth(50);
    const many = await loadBoth(400);
    peer.stop();
    const { rows } = await product.database.query<{ stored: string }>(
      "select count(*) as stored from events where creator_id = $1",
      [id],
    );
    const rejected = few.ours.failed + many.ours.failed;
    const figures: Figure[] = [
      rateBeside("events, response after the commit (400 connections)", {
        ours: many.ours.rate,
        peer: many.empty.rate,
        peerName: "empty Fastify route",
        bar: 0.6,
      }),
      {
        what: "the same at 50 connections, each waiting for the disk",
        ours: `${show(few.ours.rate)}/s`,
        against: `empty Fastify route: ${show(few.empty.rate)}/s; the disk flushes in ${await flushMs()} ms`,
      },
      atMost("the same at 50 connections, p99", few.ours.p99, 50, "ms"),
      {
        what: "the same, rejected or failed",
        ours: String(rejected),
        against: `0; ${show(Number(rows[0]?.stored))} stored`,
        met: rejected === 0,
      },
    ];
    return figures;
  },
};

/** Returns the median time of a write of 8 KB with its flush to the disk, in milliseconds. */
async function flushMs(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tessera-flush-"));
  const file = await open(join(folder, "page"), "w");
  const times: number[] = [];
  for (let count = 0; count < FLUSHES; count++) {
    const startedAt = performance.now();
    await file.write(Buffer.alloc(8_192), 0, 8_192, 0);
    await file.datasync();
    times.push(performance.now() - startedAt);
  }
  await file.close();
  await rm(folder, { recursive: true });
  return median(times).toFixed(2);
}
