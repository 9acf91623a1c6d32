import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { closeInOrder } from "./closing.ts";

/** A site that takes this long to answer, asked by a client that would keep its connection. */
async function askSlowSite(answersAfterMs: number) {
  const app = Fastify({ forceCloseConnections: "idle", return503OnClosing: false, keepAliveTimeout: 60_000 });
  app.get("/", async () => {
    await delay(answersAfterMs);
    return "an answer";
  });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const [response]: IncomingMessage[] = await once(get(address, { agent }), "response");
    return response && { text: await text(response), connection: response.headers.connection };
  };
  const arrived = once(app.server, "request");
  const answer = ask();
  answer.catch(() => undefined);
  await arrived;
  return { app, answer, ask };
}

test("a site that is asked to end does so soon after its last answer is out", async () => {
  const { app, answer } = await askSlowSite(300);
  const begun = performance.now();
  await closeInOrder(app, 20_000);
  expect(await answer).toMatchObject({ text: "an answer" });
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test("who asks once more over a connection that is in use is served, and told to leave it", async () => {
  const { app, answer, ask } = await askSlowSite(300);
  const closing = closeInOrder(app, 20_000);
  expect(await answer).toMatchObject({ text: "an answer", connection: "keep-alive" });
  expect(await ask()).toEqual({ text: "an answer", connection: "close" });
  await closing;
});

test("an answer that takes too long is cut off", async () => {
  const { app, answer } = await askSlowSite(20_000);
  await closeInOrder(app, 100);
  await expect(answer).rejects.toThrow();
});
