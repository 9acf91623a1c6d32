import { once } from "node:events";
import { type RequestOptions, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { addTile } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { prepare } from "../../testing/prepare.ts";
import { openSite, testSite, testUser } from "../../testing/test-site.ts";

const PATH = "/api/public/analytics";
/** A path that the fast path does not match, because of the question mark. */
const THROUGH_THE_FRAMEWORK = `${PATH}?`;
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

const countries: Record<string, string> = { "203.0.113.9": "DE", "203.0.113.10": "FR" };

const site = testSite(() => ({
  trustProxy: ["127.0.0.1"],
  findCountry: (address) => countries[address] ?? null,
}));
const anna = testUser(site);
const theirs = prepare(async () => addTile(await site.signUp()));
beforeAll(() => site.app.listen({ port: 0, host: "127.0.0.1" }));

const portOf = ({ app }: TestApp) => {
  const address = app.server.address();
  return typeof address === "object" && address ? address.port : 0;
};

async function post(path: string, payload: string, headers: Record<string, string> = {}, node = site) {
  const options: RequestOptions = {
    method: "POST",
    host: "127.0.0.1",
    port: portOf(node),
    path,
    headers: { "content-type": "application/json", "user-agent": PHONE, ...headers },
  };
  const seen = node.logLines.length;
  const call = request(options).end(payload);
  const [response] = await once(call, "response");
  const { date: _date, "x-request-id": _id, ...kept } = response.headers;
  const body = await text(response);
  await nextTurn();
  const lines = node.logLines.slice(seen).join("\n");
  return {
    result: { status: response.statusCode, headers: kept, body },
    byFramework: lines.includes('"request completed"'),
  };
}

const figures = async () => {
  const { rows } = await site.db.execute(
    sql`select creator_id, tile_id, event, device, country, source, count(*)::int from events group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`,
  );
  return rows;
};

const view = (more: object = {}) =>
  JSON.stringify({ creatorId: anna.creator.id, event: "page_view", source: "ig", ...more });

test.each(["198.51.100.7, 203.0.113.9", "203.0.113.9:51324"])(
  "handles an event of %s in the same way on the fast path and in the framework",
  async (forwardedFor) => {
    await site.db.execute(sql`delete from events`);
    const from = { "x-forwarded-for": forwardedFor };
    const quick = await post(PATH, view(), from);
    const first = await figures();
    await site.db.execute(sql`delete from events`);
    const slow = await post(THROUGH_THE_FRAMEWORK, view(), from);
    expect(quick).toMatchObject({ byFramework: false, result: { status: 202, body: "" } });
    expect(slow.byFramework).toBe(true);
    expect(quick.result).toEqual(slow.result);
    expect(first).toEqual(await figures());
    expect(first).toEqual([
      {
        creator_id: anna.creator.id,
        tile_id: null,
        event: "page_view",
        device: "mobile",
        country: "DE",
        source: "instagram",
        count: 1,
      },
    ]);
  },
);

test.each<[string, () => string, Record<string, string>?]>([
  ["an unknown creator", () => view({ creatorId: 999_999 })],
  ["somebody else's tile", () => view({ event: "tile_click", tileId: theirs.id })],
])("rejects %s in the same way as the framework", async (_name, payload, headers) => {
  const quick = await post(PATH, payload(), headers);
  const slow = await post(THROUGH_THE_FRAMEWORK, payload(), headers);
  expect(quick.byFramework).toBe(false);
  expect(quick.result).toEqual(slow.result);
  expect(quick.result.status).toBeGreaterThanOrEqual(400);
});

test.each<[string, () => string, Record<string, string>?]>([
  ["a purchase", () => view({ event: "purchase" })],
  ["no JSON", () => "{creatorId"],
  ["no object", () => "7"],
  ["nothing", () => ""],
  ["a poisoned name", () => '{"__proto__":{"isAdmin":true},"creatorId":1,"event":"page_view"}'],
  ["half a character", () => view({ source: "\ud800" })],
  ["NUL", () => view({ source: "\u0000" })],
  ["an unknown type", () => view(), { "content-type": "application/xml" }],
  ["a body in pieces", () => view(), { "transfer-encoding": "chunked" }],
  ["a beacon's text in another charset", () => view(), { "content-type": "text/plain;charset=iso-8859-1" }],
  ["more than is usual", () => view({ source: "x".repeat(1900), extra: "y".repeat(4000) })],
])("leaves %s to the framework", async (_name, payload, headers) => {
  const first = await post(PATH, payload(), headers);
  const second = await post(THROUGH_THE_FRAMEWORK, payload(), headers);
  expect(first.byFramework).toBe(true);
  expect(first.result).toEqual(second.result);
});

test("records the text of a beacon", async () => {
  for (const type of ["text/plain;charset=UTF-8", "text/plain"]) {
    const { result, byFramework } = await post(PATH, view(), { "content-type": type });
    expect(byFramework).toBe(false);
    expect(result.status).toBe(202);
  }
});

test("records a body that arrives after its head, and keeps the connection open", async () => {
  const socket = connect(portOf(site), "127.0.0.1");
  const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nUser-Agent: ${PHONE}\r\nContent-Type: application/json\r\nContent-Length: ${view().length}\r\n\r\n`;
  const receive = async () => String((await once(socket, "data"))[0]);
  for (const pieces of [
    [head, view()],
    [head + view()],
    [head + view().slice(0, 9), view().slice(9)],
    [head + view()],
  ]) {
    const response = receive();
    for (const piece of pieces) {
      socket.write(piece);
      await delay(30);
    }
    expect(await response).toMatch(/^HTTP\/1\.1 202 /);
  }
  socket.destroy();
});

test("returns the request id of an internal error without details", async () => {
  const recordVisit = () => Promise.reject(new Error("select secret"));
  const broken = await openSite({ analytics: { recordVisit } });
  await broken.app.listen({ port: 0, host: "127.0.0.1" });
  const { result, byFramework } = await post(PATH, view(), {}, broken);
  expect(byFramework).toBe(false);
  expect(result.status).toBe(500);
  expect(result.body).not.toContain("secret");
  const { requestId } = JSON.parse(result.body);
  const line = broken.logLines.find((text) => text.includes("select secret"));
  expect(JSON.parse(line ?? "{}").reqId).toBe(requestId);
});

test("returns 503 with Retry-After for a request that would wait seconds, on both paths", async () => {
  const recordVisit = () => delay(2000);
  const slow = await openSite({
    app: { requestTimeoutMs: 100 },
    analytics: { recordVisit },
  });
  await slow.app.listen({ port: 0, host: "127.0.0.1" });
  const quick = await post(PATH, view(), {}, slow);
  expect(quick).toMatchObject({
    byFramework: false,
    result: { status: 503, headers: { "retry-after": "2" } },
  });
  expect(quick.result).toEqual((await post(THROUGH_THE_FRAMEWORK, view(), {}, slow)).result);
});

/** Opens another node that limits visits. */
async function openLimited(): Promise<TestApp> {
  const node = await openSite({ databaseUrl: site.databaseUrl, limits: "database" });
  await node.app.listen({ port: 0, host: "127.0.0.1" });
  return node;
}

test("counts both paths together for the limit of an IP", async () => {
  const limited = await openLimited();
  const statuses: (number | undefined)[] = [];
  for (let turn = 0; turn < 130; turn++) {
    const { result } = await post(turn % 2 ? PATH : THROUGH_THE_FRAMEWORK, view(), {}, limited);
    statuses.push(result.status);
    if (result.status === 429) expect(result.headers["retry-after"]).toMatch(/^\d+$/);
  }
  expect(statuses.filter((status) => status === 202)).toHaveLength(120);
});

test("limits events from one IP over all nodes, the first of them without the database", async () => {
  const [first, second] = [await openLimited(), await openLimited()];
  await site.query("delete from rate_limits");
  const send = async (node: TestApp) => (await post(PATH, view(), {}, node)).result.status;
  expect(await send(first)).toBe(202);
  expect(await site.query("select key from rate_limits")).toEqual([]);
  const statuses: (number | undefined)[] = [];
  for (let index = 0; index < 142; index++) statuses.push(await send(index % 2 ? first : second));
  const accepted = 1 + statuses.filter((status) => status === 202).length;
  expect(accepted).toBeGreaterThanOrEqual(120);
  expect(accepted).toBeLessThanOrEqual(140);
  expect(statuses.at(-1)).toBe(429);
});
