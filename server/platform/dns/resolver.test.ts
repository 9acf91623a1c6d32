import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { resolverDns } from "./adapters/resolver.ts";

const RCODES = { ok: 0, failure: 2, unknown: 3, refused: 5 };

/** Encodes the strings of a TXT record. */
const txt = (...parts: string[]) =>
  Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])));

/** Starts a DNS server that sends the same answer to each question, or none. */
async function dnsServer(rcode: number | undefined, records: readonly { type: number; data: Buffer }[] = []) {
  const socket: Socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    if (rcode === undefined) return;
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | rcode, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    const answers = records.map(({ type, data }) => {
      const answer = Buffer.alloc(12);
      answer.writeUInt16BE(0xc00c, 0);
      answer.writeUInt16BE(type, 2);
      answer.writeUInt16BE(1, 4);
      answer.writeUInt32BE(60, 6);
      answer.writeUInt16BE(data.length, 10);
      return Buffer.concat([answer, data]);
    });
    socket.send(Buffer.concat([head, question, ...answers]), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  return resolverDns({ servers: [`127.0.0.1:${socket.address().port}`] });
}

test("joins the strings of a TXT record, and returns each record", async () => {
  const dns = await dnsServer(RCODES.ok, [
    { type: 16, data: txt("first ", "part") },
    { type: 16, data: txt("second") },
  ]);
  expect(await dns.read("TXT", "_tessera.example.org")).toEqual({
    state: "found",
    values: ["first part", "second"],
  });
});

test("reads addresses", async () => {
  const dns = await dnsServer(RCODES.ok, [{ type: 1, data: Buffer.from([203, 0, 113, 7]) }]);
  expect(await dns.read("A", "example.org")).toEqual({ state: "found", values: ["203.0.113.7"] });
});

test.for([
  ["an unknown name", RCODES.unknown, "none"],
  ["a name without such a record", RCODES.ok, "none"],
  ["a server that fails", RCODES.failure, "silent"],
  ["a server that refuses", RCODES.refused, "silent"],
] as const)("distinguishes %s", async ([, rcode, state]) => {
  const dns = await dnsServer(rcode);
  expect(await dns.read("TXT", "_tessera.example.org")).toEqual({ state });
});

test("returns silent when no server answers", async () => {
  const dns = await dnsServer(undefined);
  expect(await dns.read("TXT", "_tessera.example.org")).toEqual({ state: "silent" });
});
