import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { ErrorBody } from "../contract/api/errors.ts";
import type { Route } from "../contract/api/route.ts";
import { routes } from "../contract/api/routes.ts";
import { pumpedValues } from "./testing/adversarial-input.ts";
import { addressOf, allCalls, endsSession, nameOf } from "./testing/calls.ts";
import { addTile, buy, offerFile, type TestUser } from "./testing/factories.ts";
import { PUBLIC_URL } from "./testing/harness.ts";
import { testSite } from "./testing/test-site.ts";

const SEED = 20_260_101;
/** Inputs for each route. */
const INPUTS = 40;

let anna: TestUser;
let berta: TestUser;
let sale: Awaited<ReturnType<typeof buy>>;
let tileId: number;
const site = testSite();
beforeAll(async () => {
  anna = await site.signUp();
  berta = await site.signUp({ handle: "berta", displayName: "Berta" });
  await site.query("update creators set plan = 'creator'");
  const { tile } = await offerFile(site, berta);
  tileId = tile.id;
  sale = await buy(site, tile.id);
});

/** Values that a field may receive by accident or on purpose. */
const hostileValues: unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  "",
  " ",
  "0",
  "a\u0000b",
  "\ud800",
  "\udfff\ud800",
  "\u202e\u2028\ufeff",
  "'; drop table users; --",
  "%00",
  "..%2f..%2fetc%2fpasswd",
  "../../etc/passwd",
  "#{7*7}{{7*7}}",
  "</script><script>alert(1)</script>",
  "💥".repeat(3000),
  "x".repeat(100_000),
  [],
  [null],
  [[[[[[]]]]]],
  {},
  { length: -1 },
  { toString: "x", valueOf: 1 },
  { $ne: null },
  Array.from({ length: 5000 }, () => 1),
];

/** Bodies that are malformed or unexpected. */
const rawBodies: string[] = [
  "",
  "{",
  "null",
  "[]",
  "7",
  '"text"',
  "{}{}",
  '{"a":1,"a":2}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"\\u005f\\u005fproto\\u005f\\u005f":{"x":1}}',
  '{"hasOwnProperty":1,"toString":null}',
  '{"priceCents":1e309,"position":1e309,"tileId":1e309,"creatorId":-1e309}',
  '{"tileId":99999999999999999999999999,"productId":99999999999999999999999999}',
  '{"\\ud800":"\\udc00"}',
  "[".repeat(20_000),
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
  `{"title":"${"\\u0000".repeat(100)}"}`,
  "\u0000",
  "\ufeff{}",
];

const oddParameters = [
  "0",
  "-1",
  "1e309",
  "9223372036854775808",
  "9007199254740993",
  "0x10",
  "1.5",
  "NaN",
  "abc",
  "null",
  "%00",
  "1%00",
  "..%2f..%2fetc%2fpasswd",
  "%2e%2e",
  "%ED%A0%80",
  "%FF",
  "%zz",
  "%F0%9F%92%A5",
  "__proto__",
  "constructor",
  "'%20or%201=1",
  "x".repeat(3000),
  " ".repeat(3).replaceAll(" ", "%20"),
  "1;2",
  "*",
];

const oddQueries = [
  "",
  "?",
  "?&&=",
  "?a[b]=1&a=2",
  "?days=1e309",
  "?days[]=1",
  "?days=-1",
  "?purpose=x",
  "?__proto__=1",
].concat([
  "?data=%00",
  "?data=%FF",
  "?data=x&data=y",
  `?data=${"x".repeat(3000)}`,
  "?size=1x1",
  "?constructor[prototype]=1",
]);

/** Valid bodies, whose fields are then replaced with hostile values. */
const goodBodies = new Map<Route, () => Record<string, unknown>>([
  [
    routes.accounts.register,
    () => ({ email: "x@example.org", password: "long enough", handle: "xxx", displayName: "X" }),
  ],
  [routes.accounts.login, () => ({ email: anna.email, password: "wrong password" })],
  [
    routes.creators.save,
    () => ({
      handle: anna.handle,
      displayName: "Anna",
      bio: "b",
      avatarUrl: "https://a.example",
      socials: [{ platform: "website", url: "https://a.example" }],
      paymentProvider: "none",
      paymentAccountId: "a",
      plan: "free",
    }),
  ],
  [
    routes.tiles.create,
    () => ({
      type: "link",
      title: "T",
      description: "d",
      imageUrl: "",
      url: "https://a.example",
      productId: 1,
      active: true,
    }),
  ],
  [
    routes.tiles.update,
    () => ({ type: "link", title: "T", url: "https://a.example", productId: 1, position: 1 }),
  ],
  [
    routes.products.create,
    () => ({
      name: "P",
      description: "d",
      priceCents: 1,
      type: "digital",
      digitalFilePath: "x",
      active: true,
    }),
  ],
  [routes.products.update, () => ({ name: "P", priceCents: 1, type: "tip", digitalFilePath: null })],
  [routes.analytics.record, () => ({ creatorId: berta.creator.id, tileId, event: "page_view", source: "x" })],
  [routes.checkout.create, () => ({ tileId })],
  [
    routes.billing.startCheckout,
    () => ({ productId: "prod_test", successUrl: "/checkout/stripe", cancelUrl: "/checkout/stripe" }),
  ],
  [routes.connect.onboard, () => ({ embedded: true })],
  [routes.connect.tips, () => ({ enabled: true })],
  [routes.checkout.pay, () => ({ email: "x@example.org" })],
  [routes.buyerOrders.mail, () => ({ email: "x@example.org" })],
]);

const headersToTry = [
  {},
  { cookie: `tessera_session=${"x".repeat(4000)}` },
  { cookie: "tessera_session=%00; tessera_session=%zz" },
  { range: "bytes=-0", "if-range": "\u00ff" },
  { "user-agent": "x".repeat(5000), "x-forwarded-for": "::ffff:999.1.1.1, x" },
  { "if-none-match": ",".repeat(1000), "accept-encoding": "\u00ff;q=9" },
  { origin: PUBLIC_URL, "sec-fetch-site": "same-origin" },
  { "content-type": "text/plain" },
] as unknown as Record<string, string>[];

/** Returns malformed requests for a route, the same ones in every run. */
function malformed(call: Route) {
  const [filled] = call.body ? [...pumpedValues(call.body, "a")] : [];
  const good = goodBodies.get(call)?.() ?? ((filled?.value ?? {}) as Record<string, unknown>);
  // Changes only the route's own fields and one more, so that most inputs reach the validation of a changed field.
  const fields = [...Object.keys(good), "unknown"];
  const invalidValues = fc
    .array(fc.tuple(fc.constantFrom(...fields), fc.constantFrom(...hostileValues)), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) => JSON.stringify({ ...good, ...Object.fromEntries(changes) }));
  const body = fc.oneof(
    { weight: 3, arbitrary: invalidValues },
    { weight: 1, arbitrary: fc.constantFrom(...rawBodies) },
  );
  const known = [String(tileId), sale.orderToken, sale.checkoutToken, "berta"];
  const parameter = call.path.includes(":") ? fc.constantFrom(...oddParameters, ...known) : fc.constant("1");
  const headers = fc.oneof(
    { weight: 4, arbitrary: fc.constant<Record<string, string>>({}) },
    fc.constantFrom(...headersToTry),
  );
  const query = call.query ? fc.constantFrom(...oddQueries) : fc.constant("");
  // A route without parameters, query or body gets fewer inputs, because it reads none of them.
  const isAddressed = Boolean(call.query) || call.path.includes(":");
  const numRuns = isAddressed ? INPUTS : call.body ? INPUTS * 0.6 : INPUTS / 4;
  const inputs = fc.sample(fc.record({ body, parameter, headers, query }), { seed: SEED, numRuns });
  const requests = inputs.map(({ body, ...head }) => ({
    ...head,
    payload: call.method === "GET" ? undefined : body,
  }));
  // Without duplicates.
  return new Map(requests.map((request) => [JSON.stringify(request), request])).values();
}

const INTERNALS =
  /node_modules|\.ts:\d|\bat (async )?\w+ \(|drizzle|postgres|Failed query|syntax error|ECONN/i;

describe("random input", () => {
  test.for(allCalls.map((call) => ({ call, name: nameOf(call) })))("$name", async ({ call }) => {
    for (const { payload, parameter, headers, query } of malformed(call)) {
      const type = call.bodyType === "multipart" ? "multipart/form-data; boundary=b" : "application/json";
      const sender = headers.cookie ? site : anna;
      const address = addressOf(call, parameter) + query;
      const response = await sender.call(call.method, address, payload, { "content-type": type, ...headers });
      const shown = `${parameter.slice(0, 40)}${query.slice(0, 40)} ${payload?.slice(0, 120)}`;
      expect(response.status, shown).toBeLessThan(500);
      if (response.status < 400) continue;
      expect(
        ErrorBody.strict().safeParse(response.body).success,
        `${shown}: ${response.text.slice(0, 200)}`,
      ).toBe(true);
      expect(response.body.error, shown).not.toMatch(INTERNALS);
    }
    if (endsSession(call)) anna = await site.signUp();
  });

  test("keeps other creators' pages unchanged and makes no user an admin", async () => {
    const { creator, tiles } = (await site.call("GET", "/api/public/creator/berta")).body;
    expect(creator.display_name).toBe("Berta");
    expect(tiles.map((tile: { title: string }) => tile.title)).toEqual(["My notes"]);
    expect(await site.query("select 1 from users where is_admin")).toEqual([]);
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
    expect(site.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  test("still accepts a tile", async () => {
    await site.query("update creators set plan = 'creator'");
    expect((await addTile(anna)).title).toBe("My shop");
  });
});

test("rejects unstorable text in every field", async () => {
  for (const bad of ["a\u0000b", "half \ud83d"]) {
    for (const [path, body] of [
      ["/api/tiles", { type: "link", title: bad, url: "https://a.example" }],
      ["/api/products", { name: bad }],
      ["/api/creators/me", { handle: anna.handle, displayName: "A", bio: bad }],
      [
        "/api/creators/me",
        { handle: anna.handle, displayName: "A", socials: [{ platform: "website", url: bad }] },
      ],
      ["/api/auth/login", { email: bad, password: "x" }],
    ] as const) {
      expect(await anna.call("POST", path, body), path).toMatchObject({ status: 400 });
    }
  }
});

describe("pages", () => {
  test.for([
    "/@",
    "/checkout/mock/",
    "/orders/",
    "/checkout/return?status=",
    "/checkout/return?downloadToken=",
    "/@berta?tile=",
  ])("%s never returns a 5xx", async (prefix) => {
    for (const odd of oddParameters) {
      for (const method of ["GET", "POST"] as const) {
        const type = { "content-type": "application/x-www-form-urlencoded" };
        const response = await site.call(
          method,
          prefix + odd,
          method === "POST" ? `email=${odd}&action=x` : undefined,
          type,
        );
        expect(response.status, `${method} ${prefix}${odd}`).toBeLessThan(500);
        expect(response.text).not.toMatch(/node_modules|Failed query/);
      }
    }
  });
});
