import { request as ask } from "node:http";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import Fastify, { type FastifyInstance, LogController } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { registerErrorHandlers } from "./errors.ts";
import { enforceRequestTimeout } from "./request-timeout.ts";

const LIMIT_MS = 150;
const SLOW_MS = 3 * LIMIT_MS;
let app: FastifyInstance;
let finished: string[];
let found: Readable | undefined;
let logged: string[];
beforeEach(async () => {
  finished = [];
  logged = [];
  app = Fastify({
    logger: { stream: { write: (line: string) => void logged.push(line) } },
    logController: new LogController({ disableRequestLogging: true }),
  });
  registerErrorHandlers(app);
  enforceRequestTimeout(app, { requestTimeoutMs: LIMIT_MS, readsBody: ({ url }) => url === "/reads" });
  app.addHook("onRequest", async ({ url }) => {
    if (url === "/who") await delay(SLOW_MS);
  });
  app.get("/who", async () => "somebody");
  app.get("/late", async (_request, reply) => {
    await delay(SLOW_MS);
    finished.push("late");
    reply.header("X-Late", "yes");
    return "late";
  });
  app.get("/fails", async () => {
    await delay(SLOW_MS);
    throw new Error("too late to matter");
  });
  app.get("/file/:token", async (_request, reply) => {
    await delay(SLOW_MS);
    found = Readable.from(["bytes"]);
    return reply.send(found);
  });
  app.get("/long", async (_request, reply) => {
    async function* parts() {
      yield "begun, ";
      await delay(SLOW_MS);
      yield "ended";
    }
    return reply.send(Readable.from(parts()));
  });
  app.post("/body", async ({ body }) => body);
  app.get("/reads", async () => {
    await delay(SLOW_MS);
    return "read";
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(() => app.close());

const address = (path: string) => {
  const at = app.server.address();
  return `http://127.0.0.1:${typeof at === "object" ? at?.port : ""}${path}`;
};

test.for(["/late", "/who", "/fails"])(
  "returns 503 with Retry-After for a request that takes too long: %s",
  async (path) => {
    const fetched = await fetch(address(path));
    expect(fetched.status).toBe(503);
    expect(fetched.headers.get("retry-after")).toBe("2");
    expect(await fetched.json()).toMatchObject({ code: "unavailable" });
    await delay(SLOW_MS);
    expect((await fetch(address("/late"))).status).toBe(503);
  },
);

test("ignores the late response of a handler that timed out, which continues", async () => {
  expect((await fetch(address("/late"))).status).toBe(503);
  await expect.poll(() => finished).toEqual(["late"]);
});

test("closes a file that was opened too late, without logging its URL", async () => {
  expect((await fetch(address("/file/secret"))).status).toBe(503);
  await expect.poll(() => found?.destroyed).toBe(true);
  expect(logged.join("")).not.toContain("secret");
});

test("neither answers nor logs a request whose client has left", async () => {
  const leaving = new AbortController();
  setTimeout(() => leaving.abort(), LIMIT_MS / 3);
  await expect(fetch(address("/late"), { signal: leaving.signal })).rejects.toThrow();
  await expect.poll(() => finished).toEqual(["late"]);
  expect(logged.join("")).not.toContain("request timed out");
  expect((await fetch(address("/late"))).status).toBe(503);
  expect(logged.join("")).toContain("request timed out");
});

test("does not time out a response that has started", async () => {
  expect(await (await fetch(address("/long"))).text()).toBe("begun, ended");
});

test("times out neither a slow body nor a handler that reads its own body", async () => {
  const answered = new Promise<number | undefined>((resolve) => {
    const sending = ask(address("/body"), {
      method: "POST",
      headers: { "content-type": "application/json" },
    });
    sending.on("response", (response) => resolve(response.statusCode));
    sending.write('{"half":');
    delay(SLOW_MS).then(() => sending.end("1}"));
  });
  expect(await answered).toBe(200);
  expect(await (await fetch(address("/reads"))).text()).toBe("read");
});
