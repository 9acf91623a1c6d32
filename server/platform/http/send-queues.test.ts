import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { endianness } from "node:os";
import { expect, test } from "vitest";
import { parseSendQueues, readSendQueues } from "./send-queues.ts";

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0DAC 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 212513 1 0 100 0 0 10 0
   1: 0100007F:0DAC 0B01A8C0:C350 01 003F3C00:00000000 01:00000000 00000000     0        0 212514 1 0 100 0 0 10 0
  12: 0100007F:0DAC 0B01A8C0:C351 01 00000000:00000000 00:00000000 00000000     0        0 212515 1 0 100 0 0 10 0
  13: 0100007F:0DAD 0B01A8C0:C352 01 00000010:00000000 00:00000000 00000000     0        0 212516 1 0 100 0 0 10 0
`;
const TABLE_OF_IPV6 = `  sl  local_address                         remote_address                        st tx_queue rx_queue
   0: B80D0120000000000000000001000000:0DAC B80D0120000000000000000002000000:C350 01 00000020:00000000 00:00000000
   1: 0000000000000000FFFF00000100007F:0DAC 0000000000000000FFFF00000B01A8C0:C353 08 00000030:00000000 00:00000000
`;

test.runIf(endianness() === "LE").for([
  ["192.168.1.11", 50_000, 0x3f3c00],
  // Nothing is queued, another local port, no connection.
  ["192.168.1.11", 50_001, undefined],
  ["192.168.1.11", 50_002, undefined],
  ["192.168.1.12", 50_000, undefined],
  ["2001:db8::2", 50_000, 0x20],
  ["::ffff:192.168.1.11", 50_003, 0x30],
] as const)("what is queued for %s, port %i is found", ([ip, port, queued]) => {
  expect(parseSendQueues(TABLE + TABLE_OF_IPV6, 0x0dac).find({ ip, port })).toBe(queued);
});

test("a system without such tables has no queues", () => {
  expect(parseSendQueues("\n", 3500).find({ ip: "127.0.0.1", port: 50_000 })).toBeUndefined();
});

test.runIf(process.platform === "linux").for(["127.0.0.1", "::1"])(
  "the kernel shows what a client of %s does not read",
  async (host) => {
    const server = createServer((socket) => socket.write(Buffer.alloc(20_000_000))).listen(0, host);
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const client = connect({ port, host }).pause();
    const [accepted]: Socket[] = await once(server, "connection");
    accepted?.on("error", () => {});
    const end = { ip: accepted?.remoteAddress ?? "", port: accepted?.remotePort ?? 0 };
    await expect.poll(async () => (await readSendQueues(port)).find(end)).toBeGreaterThan(100_000);
    client.destroy();
    accepted?.destroy();
    server.close();
  },
);
