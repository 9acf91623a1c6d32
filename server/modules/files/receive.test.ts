import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { beginPart, END, MULTIPART } from "./multipart.test-kit.ts";
import { receiveFile } from "./receive.ts";

let app: FastifyInstance;
let port: number;
let outcome: string;
/** Delays a request before its body is read, as a check of the quota does. */
let beforehand: (request: FastifyRequest) => Promise<unknown>;

beforeEach(async () => {
  outcome = "";
  beforehand = async () => undefined;
  app = Fastify();
  await app.register(multipart, { limits: { files: 1, fields: 0, fileSize: Infinity } });
  app.post("/", async (request) => {
    await beforehand(request);
    try {
      const { source, stop } = await receiveFile(request, { intervalMs: 50, minBytes: 1000, intervals: 3 });
      let bytes = 0;
      try {
        for await (const chunk of source) bytes += chunk.length;
      } finally {
        stop();
      }
      outcome = `${bytes} bytes`;
    } catch (error) {
      outcome = error instanceof Error ? error.message : "";
    }
    return {};
  });
  port = Number(new URL(await app.listen({ port: 0 })).port);
});
afterEach(() => app.close());

function begin(first: string) {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  const closed = new Promise<unknown>((resolve) => socket.once("close", resolve));
  socket.write(
    `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${MULTIPART["content-type"]}\r\nContent-Length: 100000\r\n\r\n${first}`,
  );
  return { socket, closed };
}

test.for([
  ["before the file begins", "--test-bound"],
  ["in the middle of the file", `${beginPart({})}xxxx`],
] as const)("cuts off a sender who falls silent %s", async ([, first]) => {
  await begin(first).closed;
  expect(outcome).toBe("The upload did not arrive in full. Please try again.");
});

test("leaves no upload in progress of a client that has gone before its upload is read", async () => {
  const arrived = Promise.withResolvers<void>();
  beforehand = async ({ raw }) => {
    const closed = new Promise<void>((resolve) => raw.once("close", resolve));
    arrived.resolve();
    await closed;
  };
  const { socket } = begin(`${beginPart({})}xxxx`);
  await arrived.promise;
  socket.destroy();
  await expect.poll(() => outcome).toBe("The upload did not arrive in full. Please try again.");
});

test("disconnects a client that sends only a few bytes at a time", async () => {
  const { socket, closed } = begin(beginPart({}));
  const timer = setInterval(() => socket.write("x"), 5);
  await closed;
  clearInterval(timer);
  expect(outcome).toBe("The upload did not arrive in full. Please try again.");
});

test("does not disconnect a client that sends slowly but steadily", async () => {
  const { socket } = begin(beginPart({}));
  const size = 100_000 - beginPart({}).length - END.length;
  for (let sent = 0; sent < size; sent += 4000) {
    socket.write("x".repeat(Math.min(4000, size - sent)));
    await wait(20);
  }
  socket.write(END);
  await expect.poll(() => outcome).toBe(`${size} bytes`);
  socket.destroy();
});
