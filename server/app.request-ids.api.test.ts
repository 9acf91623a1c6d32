import { expect, test } from "vitest";
import { testSite } from "./testing/test-site.ts";

const site = testSite();
const logged = testSite({ settings: { accessLog: true } });
const HTML = { accept: "text/html" };

/** Returns the lines of the log about responses. */
const accessLines = () =>
  logged.logLines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === "request completed")
    .map(({ level, method, route, status, ms }) => ({ level, method, route, status, ms }));

test("sends the request's id with every error and every page of one viewer, but not with a cached page", async () => {
  const anna = await site.signUp();
  const idOf = async (method: "GET" | "POST", path: string, headers = {}, body?: object) => {
    const response = await site.call(method, path, body, headers);
    return { status: response.status, id: response.headers["x-request-id"] };
  };
  const some = expect.stringMatching(/^[\w-]{6,}$/);
  expect(await idOf("GET", "/api/tiles")).toEqual({ status: 401, id: some });
  expect(await idOf("GET", "/api/nothing-here")).toEqual({ status: 404, id: some });
  expect(await idOf("POST", "/api/auth/login", {}, { email: "x" })).toEqual({ status: 400, id: some });
  expect(await idOf("GET", "/@nobody-has-this", HTML)).toEqual({ status: 404, id: some });
  expect(await idOf("GET", `/@${anna.handle}`, HTML)).toEqual({ status: 200, id: undefined });
  expect((await anna.call("GET", `/@${anna.handle}`, undefined, HTML)).headers["x-request-id"]).toEqual(some);
  const ids = await Promise.all([1, 2].map(async () => (await idOf("GET", "/api/tiles")).id));
  expect(new Set(ids).size, "one id for each request").toBe(2);
});

test("logs one line for each response with ACCESS_LOG, cached pages and events too, without a URL or an IP", async () => {
  const anna = await logged.signUp();
  const address = await logged.app.listen({ port: 0, host: "127.0.0.1" });
  const page = `${address}/@${anna.handle}`;
  await (await fetch(page)).text();
  const before = accessLines().length;
  await (await fetch(page)).text();
  await fetch(`${address}/api/nothing/${anna.handle}`);
  const event = { creatorId: anna.creator.id, type: "page_view" };
  const headers = { "content-type": "application/json" };
  await fetch(`${address}/api/events`, { method: "POST", headers, body: JSON.stringify(event) });
  await expect.poll(() => accessLines().length - before).toBe(3);
  const lines = accessLines().slice(before);
  const ms = expect.any(Number);
  expect(lines).toContainEqual({ level: 30, method: "GET", route: "fast", status: 200, ms });
  expect(lines).toContainEqual({ level: 30, method: "GET", route: "none", status: 404, ms });
  expect(lines.filter(({ method }) => method === "POST")).toHaveLength(1);
  const text = JSON.stringify(logged.logLines.filter((line) => line.includes("request completed")));
  expect(text).not.toContain(anna.handle);
  expect(text).not.toContain("127.0.0.1");
});
