import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import { connectOrLaunch } from "./connection.ts";
import { acquireInstanceLock } from "./instance-lock.ts";
import type { BundledContext } from "./options.ts";
import { endPostmaster, findPostmaster, isPostmaster } from "./postmaster.ts";

const pollIntervalMs = 250;
const maxDelayMs = 5000;

/** Restarts the server and locks it again when it stops, whether this process started it or took it over. */
export async function supervise(context: BundledContext, first: Client): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let lock = watchLock(first);
  let pid = (await findPostmaster(context.cluster))?.pid ?? 0;
  let restarting: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  async function restart(): Promise<void> {
    context.log.warn({ pid }, "bundled PostgreSQL unavailable; restarting");
    for (let delayMs = 100; !stopping.signal.aborted; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
      try {
        const client = await connectAndLock(context, stopping.signal);
        lock = watchLock(client);
        pid = (await findPostmaster(context.cluster))?.pid ?? 0;
        return context.log.info({ pid }, "bundled PostgreSQL restarted");
      } catch (error) {
        if (stopping.signal.aborted) return;
        context.log.error({ err: error }, "bundled PostgreSQL: restart failed; retrying");
        await delay(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  const timer = setInterval(() => {
    if (restarting || (!lock.isLost() && isPostmaster(pid, context.cluster))) return;
    restarting = restart().finally(() => {
      restarting = undefined;
    });
  }, pollIntervalMs);
  timer.unref();

  async function stop(): Promise<void> {
    stopping.abort();
    clearInterval(timer);
    await restarting;
    const running = await findPostmaster(context.cluster);
    if (running) await endPostmaster(running.pid, context.cluster);
    lock.release();
  }

  return {
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function connectAndLock(context: BundledContext, signal: AbortSignal): Promise<Client> {
  const client = await connectOrLaunch(context, signal);
  try {
    await acquireInstanceLock(client, context.dataDir);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

function watchLock(client: Client): { isLost(): boolean; release(): void } {
  let lost = false;
  client.once("end", () => {
    lost = true;
  });
  return {
    isLost: () => lost,
    release: () => void client.end().catch(() => undefined),
  };
}
