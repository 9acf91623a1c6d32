import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, PUBLIC_URL, type TestApp } from "../../testing/harness.ts";

const asked: string[] = [];
let broken = false;
const service = createServer((request, response) => {
  asked.push(request.url ?? "");
  if (broken) response.writeHead(200, { "content-type": "text/html" }).end("<b>Sign up!</b>");
  else response.writeHead(200, { "content-type": "image/png" }).end("a picture");
});
let site: TestApp;

beforeAll(async () => {
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const address = service.address();
  const port = typeof address === "object" ? address?.port : undefined;
  site = await createTestApp({ settings: { qrServiceUrl: `http://127.0.0.1:${port}/make?theme=blue` } });
});
afterAll(async () => {
  await site.close();
  service.close();
});

const ask = (data: string) =>
  site.call("GET", `/api/public/qr?${new URLSearchParams({ data, size: "320x320" })}`);

test("another service draws the code, and is asked by us and not by the visitor", async () => {
  const answer = await ask(`${PUBLIC_URL}/@anna`);
  expect(answer).toMatchObject({ status: 200, text: "a picture" });
  expect(answer.headers["content-type"]).toBe("image/png");
  const query = new URL(asked[0] ?? "", "http://service").searchParams;
  expect(Object.fromEntries(query)).toEqual({
    theme: "blue",
    size: "320x320",
    data: `${PUBLIC_URL}/@anna`,
  });
});

test("an address of another site is not even asked for", async () => {
  const before = asked.length;
  expect((await ask("https://elsewhere.example/")).status).toBe(400);
  expect(asked).toHaveLength(before);
});

test("what is no picture is not passed on: the code is drawn here", async () => {
  broken = true;
  const answer = await ask(`${PUBLIC_URL}/@anna`);
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toBe("image/svg+xml");
  expect(answer.text).toContain("<svg");
});
