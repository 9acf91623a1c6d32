import { describe, expect, test } from "vitest";
import { ErrorBody } from "../contract/api/errors.ts";
import { bodyLimitOf, DEFAULT_BODY_LIMIT, type Route } from "../contract/api/route.ts";
import type { PageRoute } from "../contract/pages/page-route.ts";
import { pageRoutes } from "../contract/pages/page-routes.ts";
import { adversarialTexts, pumpedValues } from "./testing/adversarial-input.ts";
import { addressOf, allCalls, endsSession, nameOf } from "./testing/calls.ts";
import { expectLinear } from "./testing/costs.ts";
import { FORM, signUpAdmin } from "./testing/factories.ts";
import { openSite, testSite, testUser } from "./testing/test-site.ts";

const PUMPED_CHARS = 900_000;
/** Node rejects heads of more than 16 KiB. */
const HEAD_CHARS = 15_000;
/** The router rejects longer parameters. */
const PARAMETER_CHARS = 2_000;

// Short, because a request rejected before its body is read stays in memory until this timeout.
const site = testSite({ app: { bodyTimeoutMs: 2_000 } });
const admin = testUser(site, { admin: true });

/** Caches generated inputs by size, because most routes have the same limits. */
function once<T>(make: (size: number) => T): (size: number) => T {
  const made = new Map<number, T>();
  return (size) => {
    if (!made.has(size)) made.set(size, make(size));
    return made.get(size) as T;
  };
}

const someTexts = once((chars) =>
  [...adversarialTexts(chars)].filter((text) => text.startsWith("a") && text.endsWith("b")),
);

let turns = 0;
/** Returns the next item, starting over at the end. Each field is tested with one text only, because `input-bounds.test.ts` tests all combinations on the schemas. */
const nextOf = <T>(list: readonly T[]): T => list[turns++ % list.length] as T;

type Sent = { path: string; payload?: string };
/** Makes a request with the given share (0 to 1) of the full input. */
type MakeRequest = (share: number) => Sent;

async function expectCheap(method: Route["method"], field: string, make: MakeRequest) {
  const shown = `${method} ${field}: ${JSON.stringify(make(1)).slice(0, 120)}…`;
  await expectLinear(async (share) => {
    const { path, payload } = make(share);
    const headers = { ...(payload !== undefined && { "content-type": "application/json" }) };
    expect((await admin.call(method, path, payload, headers)).status, shown).toBeLessThan(500);
  }, shown);
}

/** Returns a JSON body of at most `bytes` with the text cut to fit, or undefined if there is no room for any text. */
function jsonWithin(bytes: number, value: (text: string) => unknown, text: string): string | undefined {
  const room = bytes - Buffer.byteLength(JSON.stringify(value("")));
  if (room <= 0) return undefined;
  const sample = text.slice(0, 1_000);
  const perChar = Buffer.byteLength(JSON.stringify(sample)) / sample.length;
  return JSON.stringify(value(text.slice(0, Math.floor(room / perChar) - 8)));
}

describe("reads each text of a request in linear time", () => {
  test.for(allCalls.map((call) => ({ call, name: nameOf(call) })))("$name", async ({ call }) => {
    for (const [field, make] of requestsOf(call)) await expectCheap(call.method, field, make);
    if (bodyLimitOf(call) > PUMPED_CHARS && call.body) {
      await expectCheap(call.method, "body", (share) => ({
        path: addressOf(call),
        payload: JSON.stringify({ text: "/".repeat(share * PUMPED_CHARS) }),
      }));
    }
    if (endsSession(call)) Object.assign(admin, await signUpAdmin(site));
  });

  const cut = (text: string, share: number) => text.slice(0, share * text.length);

  function* requestsOf(call: Route): Generator<[field: string, make: MakeRequest]> {
    const path = addressOf(call, "1");
    const { params, query, body } = call;
    const inHeads = someTexts(HEAD_CHARS);
    for (const text of params ? [nextOf(inHeads), nextOf(inHeads)] : []) {
      const parameter = encodeURIComponent(text.slice(0, PARAMETER_CHARS).toWellFormed());
      const fitting = parameter.slice(0, PARAMETER_CHARS);
      yield ["params", (share) => ({ path: addressOf(call, cut(fitting, share).replace(/%.?$/, "")) })];
    }
    // A route without a query schema gets one query field, which only the framework reads.
    for (const field of query ? Object.keys(query.shape) : ["anything"]) {
      const value = encodeURIComponent(nextOf(inHeads).toWellFormed()).slice(0, HEAD_CHARS);
      yield [field, (share) => ({ path: `${path}?${field}=${cut(value, share)}` })];
    }
    if (!body) return;
    // A longer text would only be cut to the body limit.
    const inBodies = someTexts(Math.min(PUMPED_CHARS, bodyLimitOf(call)));
    for (const { field } of pumpedValues(body, "a")) {
      const text = nextOf(inBodies);
      const value = (pumped: string) =>
        pumpedValues(body, pumped).find((each) => each.field === field)?.value;
      const payloadOf = (share: number) => jsonWithin(share * bodyLimitOf(call), value, text);
      if (payloadOf(0.25)) yield [field, (share) => ({ path, payload: payloadOf(share) })];
    }
  }
});

describe("reads each structure of a JSON body in linear time", () => {
  const fill = (bytes: number, field: string, unit: string) =>
    `{"${field}":[${`${unit},`.repeat(bytes / (unit.length + 1) - 1)}${unit}]}`;
  const manyKeys = once((bytes) => {
    const keys = Array.from({ length: Math.floor(bytes / 12) }, (_, index) => `"k${index}":1`).join(",");
    return `{${keys.slice(0, keys.lastIndexOf(",", bytes))}}`;
  });
  const units = ["1", "{}", "null", '""', '"a@b.ee"'];
  const bytesOf = (call: Route) => bodyLimitOf(call) - 64;
  const withBody = allCalls.filter((call) => call.body);

  // Once per body limit: nested values are rejected before a route reads them, so routes with the same limit behave alike.
  test.for([...new Map(withBody.map((call) => [bytesOf(call), call])).values()])(
    "parses nested values with the limit of $path",
    async (call) => {
      const nestings = [
        (bytes: number) => "[".repeat(bytes),
        (bytes: number) => `${"[".repeat(bytes / 2)}${"]".repeat(bytes / 2)}`,
      ];
      for (const nest of nestings) {
        const make = (share: number) => ({ path: addressOf(call), payload: nest(share * bytesOf(call)) });
        await expectCheap(call.method, "body", make);
      }
    },
  );

  test.for(withBody.map((call) => ({ call, name: nameOf(call) })))("$name", async ({ call }) => {
    const fields = new Map(
      [...pumpedValues(call.body ?? ({} as never), "")].map(({ field, value }) => {
        const [name = ""] = field.split(".");
        return [name, Array.isArray((value as Record<string, unknown>)[name])];
      }),
    );
    const bodies: ((bytes: number) => string)[] = [
      manyKeys,
      ...[...fields].flatMap(([field, isList]) =>
        (isList ? units : [nextOf(units)]).map((unit) => (bytes: number) => fill(bytes - 64, field, unit)),
      ),
    ];
    for (const body of bodies) {
      const make = (share: number) => ({ path: addressOf(call), payload: body(share * bytesOf(call)) });
      await expectCheap(call.method, "body", make);
    }
  });
});

test("reads each header in linear time", async () => {
  const proxied = await openSite({ databaseUrl: site.databaseUrl, trustProxy: ["127.0.0.1"] });
  const names = [
    "user-agent referer cookie accept accept-encoding accept-language range if-range",
    "if-none-match if-modified-since origin x-forwarded-for x-forwarded-proto content-type stripe-signature sec-purpose host",
  ].flatMap((line) => line.split(" "));
  const event = { creatorId: admin.creator.id, event: "page_view" };
  const units = [
    ...[",", "a,", "1.1.1.1,", "[::1]:1,", "a=b;", ";", "="],
    ...["0-1,", '"a",', "Mozilla/5.0 (", "Android ", "q=0.1;"],
  ];
  // A set, because some texts become equal once characters that are invalid in headers are replaced.
  const values = new Set([
    ...units.map((each) => each.repeat(HEAD_CHARS / each.length)),
    ...someTexts(HEAD_CHARS).map((each) => each.replace(/[^\x20-\x7e]+/g, "x")),
  ]);
  for (const value of values) {
    for (const name of names) {
      const prefix = name === "range" ? "bytes=" : "";
      for (const [method, path, body] of [
        ["POST", "/api/public/analytics", event],
        ["GET", `/@${admin.handle}`, undefined],
      ] as const) {
        await expectLinear(
          (share) => {
            const headers = { [name]: prefix + value.slice(0, share * value.length) };
            return proxied.call(method, path, body, headers);
          },
          `${name}: ${value.slice(0, 12)}…`,
        );
      }
    }
  }
});

describe("rejects a body larger than its route allows", () => {
  const tooLarge = { status: 413, body: { error: "The request is too large.", code: "too_large" } };
  const changing = allCalls.filter((call) => call.method !== "GET" && call.bodyType !== "multipart");

  test.for(changing.map((call) => ({ call, name: nameOf(call) })))("$name", async ({ call }) => {
    const type = { "content-type": "application/json" };
    const over = `{"a":"${"a".repeat(bodyLimitOf(call))}"}`;
    const response = await admin.call(call.method, addressOf(call), over, type);
    expect(response).toMatchObject(tooLarge);
    expect(ErrorBody.strict().safeParse(response.body).success).toBe(true);
    expect(bodyLimitOf(call)).toBeLessThanOrEqual(call.access === "admin" ? 1536 * 1024 : 512 * 1024);
    if (!call.body && !call.bodyType) expect(bodyLimitOf(call)).toBeLessThanOrEqual(1024);
  });

  const forms = Object.values<PageRoute>(pageRoutes).filter(({ method }) => method === "POST");
  test.for(forms.map(({ path }) => path.replace(/:\w+/, "x")))("the form of %s", async (path) => {
    const response = await site.call("POST", path, `email=${"a".repeat(DEFAULT_BODY_LIMIT)}`, FORM);
    expect(response).toMatchObject(tooLarge);
    const page = await site.call("POST", path, `email=${"a&".repeat(DEFAULT_BODY_LIMIT / 2 - 8)}`, FORM);
    expect(page.status).toBeLessThan(500);
    expect(page.status).not.toBe(413);
  });
});
