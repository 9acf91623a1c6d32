import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import { connectOrLaunch } from "./connection.ts";
import type { Place } from "./options.ts";
import { endPostmaster, findPostmaster, isPostmaster } from "./postmaster.ts";
import { takeSoleUse } from "./sole-use.ts";

const lookEveryMs = 250;
const longestPauseMs = 5000;

/** Keeps the server running and claimed; the same way for one we started and one we found. */
export async function supervise(place: Place, first: Client): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let claim = watchClaim(first);
  let pid = (await findPostmaster(place.cluster))?.pid ?? 0;
  let healing: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  async function heal(): Promise<void> {
    place.log.warn({ pid }, "bundled PostgreSQL unavailable; restarting");
    for (let pause = 100; !stopping.signal.aborted; pause = Math.min(pause * 2, longestPauseMs)) {
      try {
        const client = await connectAndClaim(place, stopping.signal);
        claim = watchClaim(client);
        pid = (await findPostmaster(place.cluster))?.pid ?? 0;
        return place.log.info({ pid }, "bundled PostgreSQL restarted");
      } catch (error) {
        if (stopping.signal.aborted) return;
        place.log.error({ err: error }, "bundled PostgreSQL: restart failed; retrying");
        await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  const timer = setInterval(() => {
    if (healing || (!claim.isLost() && isPostmaster(pid, place.cluster))) return;
    healing = heal().finally(() => {
      healing = undefined;
    });
  }, lookEveryMs);
  timer.unref();

  async function stop(): Promise<void> {
    stopping.abort();
    clearInterval(timer);
    await healing;
    const running = await findPostmaster(place.cluster);
    if (running) await endPostmaster(running.pid, place.cluster);
    claim.release();
  }

  return {
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function connectAndClaim(place: Place, signal: AbortSignal): Promise<Client> {
  const client = await connectOrLaunch(place, signal);
  try {
    await takeSoleUse(client, place.dataDir);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

function watchClaim(client: Client): { isLost(): boolean; release(): void } {
  let lost = false;
  client.once("end", () => {
    lost = true;
  });
  return {
    isLost: () => lost,
    release: () => void client.end().catch(() => undefined),
  };
}
