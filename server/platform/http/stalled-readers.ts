import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";

/** Local and remote port, state, bytes to send: a row of `/proc/net/tcp`. */
const ROW = /^ *\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:([\dA-F]{4}) [\dA-F]{2} ([\dA-F]{8}):/gm;

/**
 * Returns the function that disconnects clients that have read nothing of a response for `stallMs`.
 * Node's socket timeout cannot tell them from slow ones: the kernel takes megabytes for a client, and takes more once a minute only if that client reads
 * 20 KB/s. The queue of the kernel shows what the client has not acknowledged. Where it is not readable, nobody is disconnected.
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
      // A reset also frees what the kernel holds for the client, which would otherwise stay for minutes.
      else if (now - last.since >= stallMs) socket.resetAndDestroy();
    }
  };
}

/** Returns the bytes that the kernel holds, by local and remote port. Clients with the same port are added up: the progress of one counts for both. */
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
