import { readFile } from "node:fs/promises";
import { endianness } from "node:os";
import ipaddr from "ipaddr.js";

/** The address and port of the other end of a connection. */
export type Remote = { ip: string; port: number };

/** Returns how many bytes the kernel holds for each client of a local port that the client has not acknowledged; empty where the kernel does not show it. */
export async function readSendQueues(localPort: number): Promise<SendQueues> {
  const tables = await Promise.all(
    ["/proc/self/net/tcp", "/proc/self/net/tcp6"].map((file) => readFile(file, "latin1").catch(() => "")),
  );
  return parseSendQueues(tables.join("\n"), localPort);
}

export type SendQueues = {
  /** Undefined if the connection is unknown, or if nothing is queued. */
  find(remote: Remote): number | undefined;
};

/** Local and remote end, state, queue of bytes to send. */
const ROW = /^ *\d+: [\dA-F]+:([\dA-F]{4}) ([\dA-F]+:[\dA-F]{4}) [\dA-F]{2} ([\dA-F]{8}):/gm;

/** Parses tables as in `/proc/net/tcp`. */
export function parseSendQueues(tables: string, localPort: number): SendQueues {
  const port = toHex(localPort, 2);
  const queues = new Map<string, number>();
  for (const [, local, remote = "", queued = ""] of tables.matchAll(ROW)) {
    if (local === port && queued !== "00000000") queues.set(remote, Number.parseInt(queued, 16));
  }
  return { find: (remote) => queues.get(encodeRemote(remote)) };
}

/** Writes the end of a connection as the kernel does: an IP as words of 32 bits, in the machine's order of bytes. */
function encodeRemote({ ip, port }: Remote): string {
  const bytes = ipaddr.parse(ip.split("%")[0] ?? ip).toByteArray();
  const words = Array.from({ length: bytes.length / 4 }, (_, index) => {
    const word = bytes.slice(4 * index, 4 * index + 4);
    return (endianness() === "LE" ? word.reverse() : word).map((byte) => toHex(byte, 1)).join("");
  });
  return `${words.join("")}:${toHex(port, 2)}`;
}

const toHex = (value: number, bytes: number) =>
  value
    .toString(16)
    .toUpperCase()
    .padStart(2 * bytes, "0");
