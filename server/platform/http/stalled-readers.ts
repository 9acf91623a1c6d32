import type { Socket } from "node:net";
import { readSendQueues } from "./send-queues.ts";

/** How much of a response a client has taken, and since when that is so. */
type Progress = { handedOver: number; queued: number | undefined; since: number };

/** Without the kernel's queue progress is seen only when the kernel takes more: at 40 KB/s once in half a minute. */
const UNSEEN_FACTOR = 2.5;

/** Disconnects clients that read nothing of a response for `stallMs`; `check` is to be called at an interval. Slow clients are not stalled ones. */
export function createStallCheck({ open, stallMs }: { open: ReadonlyMap<Socket, unknown>; stallMs: number }) {
  const progress = new WeakMap<Socket, Progress>();
  let isChecking = false;

  const check = async () => {
    const suspects: { socket: Socket; last: Progress }[] = [];
    for (const socket of open.keys()) {
      if (socket.writableLength === 0) continue;
      const handedOver = socket.bytesWritten - socket.writableLength;
      const last = progress.get(socket);
      if (last?.handedOver === handedOver) suspects.push({ socket, last });
      else progress.set(socket, { handedOver, queued: undefined, since: performance.now() });
    }
    const [first] = suspects;
    if (first?.socket.localPort === undefined) return;

    const queues = await readSendQueues(first.socket.localPort);
    const now = performance.now();
    for (const { socket, last } of suspects) {
      const { remoteAddress: ip, remotePort: port } = socket;
      if (ip === undefined || port === undefined) continue;
      const queued = queues.find({ ip, port });
      const limitMs = queued === undefined ? stallMs * UNSEEN_FACTOR : stallMs;
      if (queued !== last.queued) Object.assign(last, { queued, since: now });
      // A reset also frees what the kernel holds for the client, which would otherwise stay for minutes.
      else if (now - last.since >= limitMs) socket.resetAndDestroy();
    }
  };

  return async () => {
    if (isChecking) return;
    isChecking = true;
    await check();
    isChecking = false;
  };
}
