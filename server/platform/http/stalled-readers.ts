import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";

/** Matches a row of `/proc/net/tcp`: local and remote port, state, bytes to send. */
const ROW = /^ *\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:([\dA-F]{4}) [\dA-F]{2} ([\dA-F]{8}):/gm;

/**
 * Returns a function that disconnects clients that have read nothing of a response for `stallMs`.
 * Node's socket timeout cannot tell them from slow readers: the kernel buffers megabytes for a client, and a client must read 20 KB/s for it to accept
 * more within a minute. The kernel's queue shows the bytes that the client has not acknowledged. If the queue cannot be read, nobody is disconnected.
 */
export function createStallCheck({ open, stallMs }: { open: ReadonlyMap<Socket, unknown>; stallMs: number }) {
  const known = new WeakMap<Socket, { progress: string; since: number }>();
  return async () => {
    const waiting = [...open.keys()].filter(({ writableLength }) => writableLength > 0);
    const queues = waiting.length > 0 && (await readSendQueues());
    if (!queues) return;
    const now = performance.now();
    for (const socket of waiting) {
      const queued = queues.get(`${socket.localPort} ${socket.remotePort}`);
      const progress = `${socket.bytesWritten - socket.writableLength} ${queued}`;
      const last = known.get(socket);
      if (last?.progress !== progress) known.set(socket, { progress, since: now });
      // A reset also frees the kernel's buffer of the client, which would otherwise stay for minutes.
      else if (now - last.since >= stallMs) socket.resetAndDestroy();
    }
  };
}

/** Returns the bytes that the kernel holds, by local and remote port. Clients with the same port are added up, so that the progress of any counts for all of them. */
async function readSendQueues(): Promise<Map<string, number> | undefined> {
  const files = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];
  const tables = await Promise.all(files.map((file) => readFile(file, "latin1").catch(() => undefined)));
  if (tables.every((table) => table === undefined)) return undefined;
  const queues = new Map<string, number>();
  for (const [, local = "", remote = "", queued = ""] of tables.join("\n").matchAll(ROW)) {
    const ports = `${Number.parseInt(local, 16)} ${Number.parseInt(remote, 16)}`;
    queues.set(ports, (queues.get(ports) ?? 0) + Number.parseInt(queued, 16));
  }
  return queues;
}
