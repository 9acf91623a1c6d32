import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { createTestApp } from "./testing/harness.ts";
import { openSocket } from "./testing/open-socket.ts";
import { testSite } from "./testing/test-site.ts";

let port: number;
const site = testSite({ app: { bodyTimeoutMs: 300 } });
beforeAll(async () => {
  site.app.get("/api/test/slow", async () => {
    await wait(600);
    return { slow: true };
  });
  port = Number(new URL(await site.app.listen({ port: 0 })).port);
});

/** Sends a text over a new connection, which collects the response. */
function send(text: string) {
  const opened = openSocket(port);
  opened.socket.write(text);
  return opened;
}

const post = (path: string, headers = "") =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n`;

/** Parses the status, headers and JSON of a single response. */
function read(response: string) {
  const [head = "", body = ""] = response.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head, body: JSON.parse(body) };
}

test.for([
  ["length", "Content-Length: 1000\r\n", "{"],
  ["chunks", "Transfer-Encoding: chunked\r\n", "1\r\n{\r\n"],
] as const)(
  "rejects a body of %s that is sent too slowly with 408, and cuts it off",
  async ([, header, first]) => {
    const { socket, closed } = send(post("/api/auth/login", header) + first);
    const slowWrites = setInterval(() => socket.write(header.startsWith("T") ? "1\r\n \r\n" : " "), 50);
    const { status, head, body } = read(await closed);
    clearInterval(slowWrites);
    expect(status).toBe(408);
    expect(head).toMatch(/cache-control: no-store/i);
    expect(body).toEqual({
      error: "The request took too long to arrive. Please try again.",
      code: "too_slow",
    });
  },
);

test.for([
  ["application/json", "/api/tiles", 401],
  ["application/xml", "/api/auth/login", 415],
] as const)(
  "cuts off a client that keeps sending %s slowly to %s after the response",
  async ([type, path, status]) => {
    const { closed } = send(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n{`,
    );
    expect(read(await closed).status).toBe(status);
  },
);

test("does not cut off a slow response by the timeout of request bodies", async () => {
  const { socket, response } = send(
    "GET /api/test/slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}",
  );
  await expect.poll(response).toContain('{"slow":true}');
  socket.destroy();
});

test("cuts off a slow body on the upload route if it is not an upload", async () => {
  const { cookie } = await site.signUp();
  const { closed } = send(`${post("/api/files/upload", `Cookie: ${cookie}\r\nContent-Length: 1000\r\n`)}{`);
  expect(read(await closed).status).toBe(408);
});

test("lets an upload take longer", async () => {
  const anna = await site.signUp();
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  const length = part.length + 5 + "\r\n--b--\r\n".length;
  const { socket, response } = send(
    `POST /api/files/upload HTTP/1.1\r\nHost: localhost\r\nCookie: ${anna.cookie}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n${part}`,
  );
  for (const letter of "slow!") {
    socket.write(letter);
    await wait(150);
  }
  socket.write("\r\n--b--\r\n");
  await expect.poll(response).toContain("HTTP/1.1 201");
  socket.destroy();
});

test.for([
  [
    "headers without end",
    `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
    431,
    "headers_too_large",
  ],
  ["a method that there is not", "FOO / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "bad_request"],
  ["noise", "\x16\x03\x01\r\n\r\n", 400, "bad_request"],
  ["no Host", "GET / HTTP/1.1\r\nAccept: text/html\r\n\r\n", 400, "bad_request"],
] as const)("rejects %s in the common error format", async ([, text, expected, code]) => {
  const { status, head, body } = read(await send(text).closed);
  expect(status).toBe(expected);
  expect(head).toContain("Content-Type: application/json; charset=utf-8");
  expect(head).toMatch(/^X-Request-Id: [\w-]{6,}\r?$/m);
  expect(body).toEqual({ error: expect.stringMatching(/^[A-Z].+\.$/), code });
});

test("ignores expectations of a client beyond 100-continue", async () => {
  const { closed } = send(
    "GET /api/tiles HTTP/1.1\r\nHost: localhost\r\nExpect: a-tile\r\nConnection: close\r\n\r\n",
  );
  expect(read(await closed)).toMatchObject({ status: 401, head: expect.stringMatching(/^x-request-id: /im) });
});

test("serves requests during shutdown", async () => {
  const own = await createTestApp();
  let onRequest = () => {};
  const began = new Promise<void>((resolve) => {
    onRequest = resolve;
  });
  own.app.get("/api/test/slow", async () => {
    onRequest();
    await wait(300);
    return { slow: true };
  });
  port = Number(new URL(await own.app.listen({ port: 0 })).port);
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const { socket, closed } = send(get("/api/test/slow"));
  await began;
  const ended = own.close();
  await wait(50);
  socket.write(get("/api/nothing"));
  const response = await closed;
  expect(response).toContain('{"slow":true}');
  expect(response).not.toContain("HTTP/1.1 503");
  expect(response).not.toContain("Service Unavailable");
  await ended;
});
