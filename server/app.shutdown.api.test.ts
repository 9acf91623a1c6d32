import { once } from "node:events";
import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { closeGracefully } from "./platform/shutdown.ts";
import { createTestApp, type TestOptions } from "./testing/harness.ts";
import { openSite } from "./testing/test-site.ts";

async function openNode(options: TestOptions = {}) {
  const site = await openSite(options);
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  return { site, port: (site.app.server.address() as AddressInfo).port };
}

type Sent = { status: number | undefined } | { notConnected: true };

test.for([
  ["kept connections", true],
  ["one connection for each request", false],
] as const)(
  "loses no write behind a load balancer with %s while one of two nodes stops",
  async ([, keepAlive]) => {
    const first = await openNode();
    const second = await openNode({ databaseUrl: first.site.databaseUrl });
    const anna = await first.site.signUp();
    const agents = [first, second].map(({ port }) => ({ port, agent: new Agent({ keepAlive }) }));
    const body = JSON.stringify({
      category: "bug",
      message: "The tiles are too square.",
      page: "/dashboard",
    });
    const headers = {
      "content-type": "application/json",
      "content-length": body.length,
      cookie: anna.cookie,
      origin: "http://localhost:3000",
    };
    const send = async (node: { port: number; agent: Agent }): Promise<Sent> => {
      const sent = request({ ...node, host: "127.0.0.1", path: "/api/feedback", method: "POST", headers });
      sent.end(body);
      try {
        const [response] = await once(sent, "response");
        await text(response);
        return { status: response.statusCode };
      } catch (error) {
        // Nothing was sent: a load balancer takes the other node.
        if (error instanceof Error && "code" in error && error.code === "ECONNREFUSED")
          return { notConnected: true };
        throw error;
      }
    };

    let next = 0;
    const write = async () => {
      const order = next++ % 2 === 0 ? agents : agents.toReversed();
      for (const node of order) {
        const result = await send(node);
        if ("status" in result) return result.status;
      }
      return undefined;
    };
    const writes: Promise<number | undefined>[] = [];
    const sender = setInterval(() => writes.push(write()), 10);
    const count = () => writes.length;
    await expect.poll(count).toBeGreaterThan(15);
    await closeGracefully(first.site.app, 6_000);
    const duringTheStop = writes.length;
    await expect.poll(count).toBeGreaterThan(duringTheStop + 15);
    clearInterval(sender);

    const statuses = await Promise.all(writes);
    expect(statuses.filter((status) => status !== 201)).toEqual([]);
    const [{ stored }] = await second.site.query("select count(*)::int as stored from feedback");
    expect(stored).toBe(statuses.length);
    for (const { agent } of agents) agent.destroy();
  },
);

test("reports a shutdown, and still serves requests during it", async () => {
  const { site, port } = await openNode();
  const anna = await site.signUp({ handle: "anna" });
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  site.readiness.stopping = true;
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503);
  expect((await fetch(`http://127.0.0.1:${port}/@anna`)).status).toBe(200);
  expect((await anna.call("GET", "/api/tiles")).status).toBe(200);
});

test.each([true, false])("frees a closed application (it has listened: %s)", async (listens) => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const openAndClose = async () => {
    const site = await createTestApp();
    if (listens) await site.app.listen({ port: 0, host: "127.0.0.1" });
    await site.close();
    return new WeakRef(site.app);
  };
  const closed = await openAndClose();
  // Until something else happens, the last one is still referred to.
  await openAndClose();
  const isFreed = () => {
    collectGarbage();
    return closed.deref() === undefined;
  };
  await expect.poll(isFreed).toBe(true);
});
