import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openSocket } from "../testing/open-socket.ts";
import { defaultConnectionSettings } from "./http/connection-settings.ts";
import { createConnections } from "./http/connections.ts";
import { closeGracefully } from "./shutdown.ts";

/** Opens a site that takes this long to respond. */
async function openSlowSite(responseMs: number) {
  const connections = createConnections({
    settings: defaultConnectionSettings(),
    log: pino({ level: "silent" }),
  });
  const app = Fastify({
    serverFactory: (handle) => connections.createServer(handle),
    forceCloseConnections: "idle",
    return503OnClosing: false,
  }) as unknown as FastifyInstance;
  app.decorate("connections", connections);
  app.get("/", async () => {
    await delay(responseMs);
    return "an answer";
  });
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  return { app, origin, port: (app.server.address() as AddressInfo).port };
}

/** Opens a slow site with a request in progress, whose client keeps its connection open. */
async function askSlowSite(answersAfterMs: number) {
  const { app, origin } = await openSlowSite(answersAfterMs);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const [response]: IncomingMessage[] = await once(get(origin, { agent }), "response");
    return response && { text: await text(response), connection: response.headers.connection };
  };
  const arrived = once(app.server, "request");
  const answer = ask();
  answer.catch(() => undefined);
  await arrived;
  return { app, answer, ask };
}

const REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

test("stops soon after the last response", async () => {
  const { app, answer } = await askSlowSite(300);
  await closeGracefully(app, 20_000);
  expect(await answer).toMatchObject({ text: "an answer" });
});

test("serves a request on a reused connection during shutdown with Connection: close", async () => {
  const { app, answer, ask } = await askSlowSite(300);
  const closing = closeGracefully(app, 20_000);
  expect(await answer).toMatchObject({ text: "an answer", connection: "keep-alive" });
  expect(await ask()).toEqual({ text: "an answer", connection: "close" });
  await closing;
});

test("cuts off a response that exceeds the timeout", async () => {
  const { app, answer } = await askSlowSite(20_000);
  await closeGracefully(app, 100);
  await expect(answer).rejects.toThrow();
});

test("keeps connections without a request open for a while after listening has stopped", async () => {
  const { app, port } = await openSlowSite(10);
  const errors: Error[] = [];
  const [fresh, kept, silent] = await Promise.all(
    [0, 1, 2].map(async () => {
      const accepted = once(app.server, "connection");
      const { socket, closed, response } = openSocket(port);
      await accepted;
      socket.on("error", (error) => errors.push(error));
      return { socket, ended: closed, received: response };
    }),
  );
  if (!fresh || !kept || !silent) throw new Error("no connection");
  kept.socket.write(REQUEST);
  await expect.poll(kept.received).toContain("an answer");

  const closing = closeGracefully(app, 20_000);
  await expect.poll(() => app.server.listening).toBe(false);
  const refused = connect(port, "127.0.0.1");
  expect((await once(refused, "error"))[0]).toMatchObject({ code: "ECONNREFUSED" });
  const writtenAt = performance.now();
  for (const { socket } of [fresh, kept]) socket.write(REQUEST);
  await Promise.all([fresh.ended, kept.ended]);
  expect(fresh.received()).toMatch(/^HTTP\/1.1 200 .*connection: close.*an answer$/is);
  expect(kept.received()).toMatch(/keep-alive.*an answerHTTP\/1.1 200 .*connection: close.*an answer$/is);
  await Promise.all([closing, silent.ended]);
  expect(performance.now() - writtenAt).toBeGreaterThanOrEqual(1_000);
  expect(silent.received()).toBe("");
  expect(errors, "a connection is closed, not reset").toEqual([]);
});
