import { makeCreator } from "../fixtures.ts";
import { loadInTurn } from "../load.ts";
import { startPeer } from "../product.ts";
import { atMost, type Figure, rateBeside, show } from "../report.ts";
import type { Row } from "../row.ts";

const PATH = "/api/public/analytics";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

/** Events, answered after their commit, against a Fastify route that does nothing. Every answered one must be counted. */
export const eventsRow: Row = {
  name: "events",
  async run({ product, rounds, seconds }) {
    const { id } = await makeCreator(product, 0);
    const peer = await startPeer("post", "");
    const target = {
      headers: { "content-type": "application/json", "user-agent": PHONE },
      body: JSON.stringify({ creatorId: id, event: "page_view", source: "instagram" }),
      connections: 50,
      seconds,
    };
    const targets = [
      { ...target, url: product.url + PATH },
      { ...target, url: peer.url + PATH },
    ];
    const [ours, empty] = await loadInTurn(targets, rounds);
    peer.stop();
    if (!ours || !empty) throw new Error("nothing measured");
    const { rows } = await product.database.query<{ stored: string }>(
      "select count(*) as stored from events where creator_id = $1",
      [id],
    );
    const figures: Figure[] = [
      rateBeside("events, answered after the commit (50 connections)", {
        ours: ours.rate,
        peer: empty.rate,
        peerName: "empty Fastify route",
        bar: 0.5,
      }),
      atMost("the same, p99", ours.p99, 50, "ms"),
      {
        what: "the same, refused or failed",
        ours: String(ours.failed),
        against: `0; ${show(Number(rows[0]?.stored))} stored`,
        met: ours.failed === 0,
      },
    ];
    return figures;
  },
};
