import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ConnectionSettings } from "./platform/http/connection-settings.ts";
import { concurrently } from "./testing/concurrently.ts";
import { addTile, buy, offerFile } from "./testing/factories.ts";
import type { TestOptions } from "./testing/harness.ts";
import { openSite } from "./testing/test-site.ts";
import { beginTransaction } from "./testing/transactions.ts";

/** More than the kernel buffers for one connection. */
const FILE = Buffer.alloc(18 * 1024 * 1024, "tessera ");
const PAGE = "/@anna";
const REQUEST = `GET ${PAGE} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

async function listen(settings: Partial<ConnectionSettings>, options: TestOptions = {}) {
  const site = await openSite({ ...options, app: { connections: settings, ...options.app } });
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = site.app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const anna = await site.signUp({ handle: "anna" });
  await addTile(anna);

  return {
    site,
    anna,
    countConnections: () =>
      new Promise<number>((resolve) => site.app.server.getConnections((_error, count) => resolve(count))),
    /** Connects and sends nothing yet. */
    async open({ reads = true } = {}) {
      const socket = connect({ port, host: "127.0.0.1" });
      sockets.push(socket);
      const open = { socket, received: "", closed: false };
      socket.on("error", () => {});
      socket.on("close", () => {
        open.closed = true;
      });
      if (reads) {
        socket.on("data", (chunk) => {
          open.received += chunk.toString("latin1");
        });
      }
      await once(socket, "connect");
      return open;
    },
    /** Gets a page over a new connection. */
    async visit() {
      const sentRequest = get({
        port,
        host: "127.0.0.1",
        path: PAGE,
        agent: new Agent(),
      });
      const [response]: IncomingMessage[] = await once(sentRequest, "response");
      expect(response?.statusCode).toBe(200);
      if (response) await buffer(response);
    },
  };
}

const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  concurrently(count, (index) => act(index));
const closedOf = (opened: readonly { closed: boolean }[]) => opened.filter(({ closed }) => closed).length;

describe("clients that are too slow", () => {
  const FAST = { headersTimeoutMs: 1_000, checkIntervalMs: 250, writeStallMs: 1_500 };

  test("closes silent connections, half a request line and dripping heads while pages are served", async () => {
    const site = await listen(FAST);
    const silent = await times(200, () => site.open());
    const half = await times(20, () => site.open());
    const slowSockets = await times(40, () => site.open());
    for (const { socket } of half) socket.write("GET /@an");
    for (const { socket } of slowSockets) socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n");
    const slowWrites = setInterval(() => {
      for (const { socket, closed } of slowSockets) if (!closed) socket.write("X-A: b\r\n");
    }, 100);
    onTestFinished(() => clearInterval(slowWrites));

    const all = [...silent, ...half, ...slowSockets];
    while (closedOf(all) < all.length) {
      await site.visit();
      await delay(40);
    }
    expect(new Set(silent.map(({ received }) => received))).toEqual(new Set([""]));
    for (const { received } of [...half, ...slowSockets]) expect(received).toMatch(/^HTTP\/1.1 408 /);
    await expect.poll(site.countConnections).toBe(0);
  });

  test("ends a slow head and a dripping body also on connections that have served a page", async () => {
    const site = await listen(FAST, { app: { bodyTimeoutMs: 500 } });
    const [head, body] = [await site.open(), await site.open()];
    for (const opened of [head, body]) {
      opened.socket.write(REQUEST);
      await expect.poll(() => opened.received).toContain("</html>");
    }
    body.socket.write("GET /@anna HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n");
    const slowWrites = setInterval(() => body.closed || body.socket.write("x"), 50);
    onTestFinished(() => clearInterval(slowWrites));
    await expect.poll(() => body.closed).toBe(true);
    await delay(1_200);
    expect(head.closed).toBe(false);
    head.socket.write("GET / HTTP/1.1\r\n");
    await expect.poll(() => head.closed).toBe(true);
  });

  test("closes a download that no client reads, and completes one that is read slowly", async () => {
    const site = await listen(FAST, { app: { bodyTimeoutMs: 500 } });
    const { tile } = await offerFile(site.site, site.anna, FILE);
    const { downloadToken } = await buy(site.site, tile.id);
    const ask = (more = "") =>
      `GET /api/orders/download/${downloadToken} HTTP/1.1\r\nHost: localhost\r\n${more}Connection: close\r\n\r\n`;

    const stalled = await times(10, () => site.open({ reads: false }));
    stalled.forEach(({ socket }, index) => {
      socket.pause();
      socket.write(ask(index < 5 ? "" : "Content-Length: 1000\r\n"));
    });
    const slowWrites = setInterval(() => {
      for (const { socket } of stalled.slice(5)) if (!socket.destroyed) socket.write("x");
    }, 100);
    onTestFinished(() => clearInterval(slowWrites));

    const slow = await site.open({ reads: false });
    const startedAt = performance.now();
    slow.socket.write(ask());
    let bytes = 0;
    for await (const chunk of slow.socket) {
      bytes += chunk.length;
      await delay(12);
    }
    expect(bytes).toBeGreaterThan(FILE.length);
    expect(performance.now() - startedAt).toBeGreaterThan(2 * FAST.writeStallMs);
    await expect.poll(site.countConnections).toBe(0);
  });

  // Elsewhere the kernel does not show how much of what it has taken has arrived.
  test.runIf(process.platform === "linux")(
    "keeps a client that reads less in the time limit than the kernel has buffered for it",
    async () => {
      const site = await listen(FAST);
      const { tile } = await offerFile(site.site, site.anna, FILE);
      const { downloadToken } = await buy(site.site, tile.id);
      const slow = await site.open({ reads: false });
      slow.socket.write(`GET /api/orders/download/${downloadToken} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      for (let turn = 0; turn < 60; turn++) {
        await delay(100);
        slow.socket.read(Math.min(20_000, slow.socket.readableLength));
      }
      expect(slow.closed).toBe(false);
      expect(await site.countConnections()).toBe(1);
      // The client reads no more, so it counts as stalled.
      await expect.poll(() => site.countConnections()).toBe(0);
    },
  );

  test("does not end a request that the server takes long to process", async () => {
    const site = await listen({ ...FAST, writeStallMs: 300 });
    const blocker = await beginTransaction(site.site);
    await blocker.sql`lock table users`;
    const waiting = await site.open();
    const body = JSON.stringify({ email: "a@example.org", password: "whatever it is" });
    waiting.socket.write(
      `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await delay(1_000);
    await blocker.rollback();
    await expect.poll(() => waiting.received).toMatch(/^HTTP\/1.1 401 /);
  });
});

describe("the number of connections", () => {
  test("is limited, and idle ones make room for visitors", async () => {
    const site = await listen({ maxConnections: 50 });
    for (let flood = 0; flood < 3; flood++) {
      const silent = await times(60, () => site.open());
      await site.visit();
      expect(await site.countConnections()).toBeLessThanOrEqual(50);
      expect(closedOf(silent)).toBeGreaterThanOrEqual(10);
    }
    expect(site.site.logLines.join()).toContain("nearly as many connections as allowed");
  });

  test("is limited by rejecting further ones while all are in use", async () => {
    const site = await listen({ maxConnections: 5, writeStallMs: 60_000 });
    const { tile } = await offerFile(site.site, site.anna, FILE);
    const { downloadToken } = await buy(site.site, tile.id);
    const busy = await times(5, () => site.open({ reads: false }));
    // Each has received something, and reads no more.
    const received = busy.map(({ socket }) => once(socket, "readable"));
    for (const { socket } of busy)
      socket.write(`GET /api/orders/download/${downloadToken} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await Promise.all(received);
    await expect(site.visit()).rejects.toThrow();
    expect(closedOf(busy)).toBe(0);
    busy[0]?.socket.destroy();
    await expect.poll(site.countConnections).toBe(4);
    await site.visit();
  });

  test("is limited without cutting off a cached page that is still being sent", async () => {
    const site = await listen({ maxConnections: 20, writeStallMs: 60_000 });
    await site.visit();
    const reader = await site.open();
    // More than the kernel takes for a client that reads nothing.
    reader.socket.pause();
    reader.socket.write(REQUEST.repeat(20_000));
    await delay(500);
    const silent = await times(40, () => site.open());
    await expect.poll(() => closedOf(silent)).toBeGreaterThanOrEqual(20);
    expect(reader.closed).toBe(false);
    await site.visit();
  });
});
