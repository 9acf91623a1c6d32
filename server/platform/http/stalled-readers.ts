import type { Socket } from "node:net";
import { readSendQueues } from "./send-queues.ts";

/** How much of a response a client has taken, and since when that is so. `isSlow`: it has paused before and then continued. */
type Progress = { flushedBytes: number; queued: number | undefined; since: number; isSlow: boolean };

/** A slow client's kernel reports progress in steps, at 5 KB/s twice a minute. Where the server's kernel does not show its queue, they are larger still. */
const LARGE_STEPS_FACTOR = 2.5;

/** Disconnects clients that read nothing of a response for `stallMs`; the returned function is to be called at an interval. */
export function createStallCheck({ open, stallMs }: { open: ReadonlyMap<Socket, unknown>; stallMs: number }) {
  const known = new WeakMap<Socket, Progress>();
  let isChecking = false;

  /** Those that the kernel has taken nothing for since the last check. */
  const findSuspects = () => {
    const suspects: [Socket, Progress][] = [];
    for (const socket of open.keys()) {
      if (socket.writableLength === 0) continue;
      const flushedBytes = socket.bytesWritten - socket.writableLength;
      const last = known.get(socket);
      if (last?.flushedBytes === flushedBytes) suspects.push([socket, last]);
      else {
        const since = performance.now();
        known.set(socket, {
          flushedBytes: flushedBytes,
          queued: undefined,
          since,
          isSlow: last?.isSlow ?? false,
        });
      }
    }
    return suspects;
  };

  const check = async () => {
    const suspects = findSuspects();
    const localPort = suspects[0]?.[0].localPort;
    if (localPort === undefined) return;
    const queues = await readSendQueues(localPort);
    const now = performance.now();
    for (const [socket, last] of suspects) {
      const { remoteAddress: ip, remotePort: port } = socket;
      if (ip === undefined || port === undefined) continue;
      const queued = queues.find({ ip, port });
      const limitMs = queued === undefined || last.isSlow ? stallMs * LARGE_STEPS_FACTOR : stallMs;
      if (queued !== last.queued) {
        Object.assign(last, { queued, since: now, isSlow: last.isSlow || last.queued !== undefined });
      }
      // A reset also frees what the kernel holds for the client, which would otherwise stay for minutes.
      else if (now - last.since >= limitMs) socket.resetAndDestroy();
    }
  };

  return async () => {
    if (isChecking) return;
    isChecking = true;
    try {
      await check();
    } finally {
      isChecking = false;
    }
  };
}
