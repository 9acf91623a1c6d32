import { createHash, randomBytes } from "node:crypto";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { routes } from "../contract/api/routes.ts";
import { pageRoutes } from "../contract/pages/page-routes.ts";
import { paths } from "../contract/rules/paths.ts";
import { isIdentifying } from "./platform/http/foreign-input.ts";
import { readOwnPath } from "./platform/http/host-paths.ts";
import { hashToken } from "./platform/tokens.ts";
import { addTile, buy, offerFile, startCheckout } from "./testing/factories.ts";
import { createTestDns, OWN_DOMAINS, proveDomain, rawRequest } from "./testing/own-domains.ts";
import { prepare } from "./testing/prepare.ts";
import { SELLER } from "./testing/sales.ts";
import { testSite, testUser } from "./testing/test-site.ts";

const MAIN = "studio.example";
const A = "anna.example.org";
const B = "bert.example.net";
const UNKNOWN_TOKEN = "u".repeat(43);
const UNKNOWN_ID = 987_654_321;
const dns = createTestDns();
const site = testSite({ dns, publicUrl: `https://${MAIN}`, settings: { ownDomains: OWN_DOMAINS } });
const anna = testUser(site, { handle: "anna", verified: true });
const bert = testUser(site, { handle: "bert", displayName: "Bert Holz", verified: true, plan: "creator" });
const shop = prepare(async () => {
  const { tile, product } = await offerFile(site, bert, "Bert's notes");
  const signup = await addTile(bert, { type: "signup", title: "Bert's letter" });
  await proveDomain(dns, anna, A);
  await proveDomain(dns, bert, B);
  await vi.waitFor(() => expect(site.hosts.find(B)).toBeDefined());
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const address = site.app.server.address();
  return { tile, product, signup, port: typeof address === "object" && address ? address.port : 0 };
});

/** Adds a sent email of Bert's with a link. Returns the key of its page. */
async function addLetter(): Promise<string> {
  const key = randomBytes(12).toString("base64url");
  const [{ id }] =
    await site.sql`insert into campaigns (created_by, creator_id, subject, body, page_key, published_at, recipient_count, fingerprint)
    values (gen_random_uuid(), ${bert.creator.id}, 'News', 'Bert writes', ${key}, now(), 1, sha256('x')) returning id`;
  await site.sql`insert into campaign_link_counts (campaign_id, place, url) values (${id}, 1, 'https://shop.example/')`;
  return key;
}

let count = 0;
/** Makes one of everything of Bert's that a visitor's request can name. */
async function makeValues() {
  count += 1;
  const order = await buy(site, shop.tile.id, `buyer${count}@example.org`);
  await site.sql`update orders set provider = 'stripe', mode = 'live', seller = ${SELLER} where id = ${order.id}`;
  const given = await buy(site, shop.tile.id, `payer${count}@example.org`);
  const gift = `gift ${count}`.padEnd(43, "x");
  await site.sql`insert into gifts (id, order_id, to_email, name, line, send_at, sent_at, token_hash)
    values (gen_random_uuid(), ${given.id}, 'to@example.org', 'Vera', '', now(), now(), ${hashToken(gift)})`;
  const signup = `signup ${count}`.padEnd(43, "x");
  await site.sql`insert into audience_members
    (creator_id, email, email_hash, source, tile_id, source_title, consent_text, consented_at, token_hash)
    values (${bert.creator.id}, ${`reader${count}@example.org`}, ${hashToken(String(count))}, 'signup', ${shop.signup.id}, 'Letter', 'Yes', now(), ${hashToken(signup)})`;
  return {
    checkoutToken: await startCheckout(site, shop.tile.id),
    orderToken: order.orderToken,
    downloadToken: order.downloadToken,
    gift,
    signup,
    letter: await addLetter(),
    tileId: shop.tile.id,
    signupTileId: shop.signup.id,
    productId: shop.product.id,
    creatorId: bert.creator.id,
  };
}
type Values = Awaited<ReturnType<typeof makeValues>>;
const UNKNOWN: Values = {
  checkoutToken: UNKNOWN_TOKEN,
  orderToken: UNKNOWN_TOKEN,
  downloadToken: UNKNOWN_TOKEN,
  gift: UNKNOWN_TOKEN,
  signup: UNKNOWN_TOKEN,
  letter: "u".repeat(16),
  tileId: UNKNOWN_ID,
  signupTileId: UNKNOWN_ID,
  productId: UNKNOWN_ID,
  creatorId: UNKNOWN_ID,
};

type Fields = Record<string, string | number | boolean>;
type Sent = { path: string; form?: Fields; json?: Fields };
const EMAIL = "someone@example.org";
const PAY = { email: EMAIL, totalCents: 2500, consent: "on", action: "pay" };
const checkout = (at: string) => (of: Values) => `/checkout/${at}/${of.checkoutToken}`;
const order = (below: string, form?: Fields) => (of: Values) => ({
  path: `/orders/${of.orderToken}${below}`,
  ...(form && { form }),
});
const api = (path: (of: Values) => string, json?: Fields) => (of: Values) => ({
  path: `/api/public/${path(of)}`,
  ...(json && { json }),
});
const ofOrder = (below: string, json?: Fields) =>
  api(({ orderToken }) => `orders/${orderToken}${below}`, json);
const ofCheckout = (below: string, json?: Fields) =>
  api(({ checkoutToken }) => `checkout/${checkoutToken}${below}`, json);
const WITHDRAWAL = { name: "Bea Buyer", email: EMAIL };
const RECEIVER = { email: EMAIL, name: "Vera", line: "", day: "2030-01-01" };
const start = (field: "tileId" | "productId") => (of: Values) => ({
  path: "/checkout/start",
  form: { tileId: "", productId: "", [field]: of[field] },
});
const returned = (query: (of: Values) => Fields) => (of: Values) => ({
  path: `/checkout/return?${new URLSearchParams({ status: "success", ...strings(query(of)) })}`,
});
const strings = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

/** Every field of a visitor's route that identifies something, with a request that names it. */
const REQUESTS: Record<string, (of: Values) => Sent> = {
  "POST /checkout/start tileId": start("tileId"),
  "POST /checkout/start productId": start("productId"),
  "GET /checkout/pay/:checkoutToken checkoutToken": (of) => ({ path: checkout("pay")(of) }),
  "POST /checkout/pay/:checkoutToken checkoutToken": (of) => ({ path: checkout("pay")(of), form: PAY }),
  "GET /checkout/mock/:checkoutToken checkoutToken": (of) => ({ path: checkout("mock")(of) }),
  "POST /checkout/mock/:checkoutToken checkoutToken": (of) => ({
    path: checkout("mock")(of),
    form: { action: "cancel" },
  }),
  "GET /checkout/pay/:checkoutToken/return checkoutToken": (of) => ({
    path: `${checkout("pay")(of)}/return?cancelled=1`,
  }),
  "GET /checkout/return downloadToken": returned(({ downloadToken }) => ({ downloadToken })),
  "GET /checkout/return order": returned(({ orderToken }) => ({ order: orderToken })),
  "GET /checkout/return checkout": returned(({ checkoutToken }) => ({ checkout: checkoutToken })),
  "GET /orders/:order order": order(""),
  "POST /orders/:order order": order("", {}),
  "POST /orders/:order/download order": order("/download", {}),
  "POST /orders/:order/mail order": order("/mail", { email: "" }),
  "POST /orders/:order/email order": order("/email", { email: EMAIL }),
  "POST /orders/:order/gift order": order("/gift", RECEIVER),
  "POST /orders/:order/gift/cancel order": order("/gift/cancel", {}),
  "GET /orders/:order/withdraw order": order("/withdraw"),
  "POST /orders/:order/withdraw order": order("/withdraw", WITHDRAWAL),
  "GET /gift/:gift gift": (of) => ({ path: paths.gift(of.gift) }),
  "POST /gift/:gift gift": (of) => ({ path: paths.gift(of.gift), form: {} }),
  "POST /signup tileId": (of) => ({ path: "/signup", form: { tileId: of.signupTileId, email: EMAIL } }),
  "GET /signup/:signup signup": (of) => ({ path: paths.confirmSignup(of.signup) }),
  "POST /signup/:signup signup": (of) => ({ path: paths.confirmSignup(of.signup), form: {} }),
  "GET /@:handle/letters/:key key": ({ letter }) => ({ path: `/letters/${letter}` }),
  "GET /@:handle/letters/:key/to/:place key": ({ letter }) => ({ path: `/letters/${letter}/to/1` }),
  "POST /api/public/signups/form tileId": (of) => ({
    path: "/api/public/signups/form",
    json: { tileId: of.signupTileId },
  }),
  "POST /api/public/signups tileId": (of) => ({
    path: "/api/public/signups",
    json: { tileId: of.signupTileId, email: EMAIL, token: "1.x" },
  }),
  "POST /api/public/checkout tileId": (of) => ({ path: "/api/public/checkout", json: { tileId: of.tileId } }),
  "POST /api/public/checkout productId": (of) => ({
    path: "/api/public/checkout",
    json: { productId: of.productId },
  }),
  "GET /api/public/checkout/:checkoutToken checkoutToken": ofCheckout(""),
  "POST /api/public/checkout/:checkoutToken/pay checkoutToken": ofCheckout("/pay", { email: EMAIL }),
  "POST /api/public/checkout/:checkoutToken/cancel checkoutToken": ofCheckout("/cancel", {}),
  "GET /api/public/orders/:orderToken orderToken": ofOrder(""),
  "POST /api/public/orders/:orderToken/renew orderToken": ofOrder("/renew", {}),
  "POST /api/public/orders/:orderToken/mail orderToken": ofOrder("/mail", {}),
  "POST /api/public/orders/:orderToken/email orderToken": ofOrder("/email", { email: EMAIL }),
  "POST /api/public/orders/:orderToken/withdraw orderToken": ofOrder("/withdraw", {
    ...WITHDRAWAL,
    confirm: true,
  }),
  "GET /api/orders/download/:downloadToken downloadToken": (of) => ({
    path: paths.download(of.downloadToken),
  }),
};
for (const field of ["creatorId", "tileId"])
  REQUESTS[`POST /api/public/analytics ${field}`] = ({ creatorId, tileId }) => ({
    path: "/api/public/analytics",
    json: { creatorId, ...(field === "tileId" && { tileId }), event: "page_view" },
  });

type Described = { method: string; path: string };
type Input = "params" | "query" | "form" | "body";
const described = (value: unknown): Described[] => {
  if (typeof value !== "object" || value === null) return [];
  if ("method" in value && "path" in value) return [value as Described];
  return Object.values(value).flatMap(described);
};
const fieldsOf = (route: Described & Partial<Record<Input, unknown>>) =>
  (["params", "query", "form", "body"] as const).flatMap((input) =>
    route[input] instanceof z.ZodObject ? Object.keys(route[input].shape) : [],
  );
const visitorRoutes = [...described(routes), ...described(pageRoutes)].filter(
  ({ path }) =>
    // Paths with the handle are served under their shorter form.
    typeof readOwnPath(path.replace(":handle", "anna").replace(/:\w+/g, "x"), "anna") === "object",
);

/** Fields that identify nothing, or only something below the handle of the host's creator. */
const OTHERS =
  `handle slug id place tile from at after v data size event source campaign email token website amountCents code country offer version lines
  name confirm action choice amount consent marketingConsent note company vatId line1 line2 postalCode city state
  totalCents look cancelled status file bought mailed corrected line day`.split(/\s+/);

test("every field of a visitor's route either identifies something, with a request here, or does not", () => {
  const fields = visitorRoutes.flatMap((route) =>
    fieldsOf(route).map((field) => ({ route: `${route.method} ${route.path}`, field })),
  );
  const identifying = fields.filter(({ field }) => isIdentifying(field));
  expect(identifying.map(({ route, field }) => `${route} ${field}`).sort()).toEqual(
    Object.keys(REQUESTS).sort(),
  );
  const rest = fields.map(({ field }) => field).filter((field) => !isIdentifying(field));
  expect([...new Set(rest)].filter((field) => !OTHERS.includes(field))).toEqual([]);
});

async function send(host: string, method: string, { path, form, json }: Sent) {
  const body = form ? new URLSearchParams(strings(form)).toString() : json && JSON.stringify(json);
  const headers = {
    host,
    origin: `https://${host}`,
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    ...(body !== undefined && {
      "content-type": form ? "application/x-www-form-urlencoded" : "application/json",
      "content-length": String(Buffer.byteLength(body)),
    }),
  };
  return rawRequest(shop.port, { method, path, headers, ...(body !== undefined && { body }) });
}
const TABLES = [
  "orders",
  "order_lines",
  "order_events",
  "gifts",
  "access",
  "audience_members",
  "events",
  "campaign_link_counts",
];
const digest = async () => {
  await site.settled();
  const rows = await Promise.all(
    TABLES.map((table) => site.query(`select t::text from ${table} t order by 1`)),
  );
  return createHash("sha256").update(JSON.stringify(rows)).digest("hex");
};
/** The response without what is different in each. */
const shown = ({ status, headers, body }: Awaited<ReturnType<typeof send>>) => ({
  status,
  location: headers.location,
  cookie: headers["set-cookie"],
  body: body.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "REQUEST"),
});

test.each(Object.entries(REQUESTS))("%s: another creator's value counts as unknown", async (name, sent) => {
  const method = name.split(" ")[0] ?? "";
  const values = await makeValues();
  const before = await digest();
  const unknown = shown(await send(A, method, sent(UNKNOWN)));
  expect(shown(await send(A, method, sent(values)))).toEqual(unknown);
  expect(await digest()).toBe(before);
  // The page after paying has no order of its own to miss.
  if (name.startsWith("GET /checkout/return")) expect(unknown.body).not.toContain("Bert");
  else expect(unknown.status).toBe(404);
  const own = shown(await send(B, method, sent(values)));
  expect(own).not.toEqual(unknown);
  expect(own.status).not.toBe(404);
});

test("paths below an own domain have nothing of another creator", async () => {
  const contact = await addTile(bert, { type: "contact", title: "", contact: { phone: "+49301234567" } });
  const event = { type: "event", title: "Fair", eventStartsAt: "2098-06-01T10:00", place: "Old Mill" };
  const { id } = await addTile(bert, event);
  await bert.call("POST", "/api/campaign-links", { title: "Poster", name: "spring", source: "poster" });
  const [{ slug }] = await site.sql`select slug from products where id = ${shop.product.id}`;
  for (const path of [`/contacts/${contact.id}.vcf`, `/events/${id}.ics`, `/${slug}`]) {
    const statuses = [(await send(B, "GET", { path })).status, (await send(A, "GET", { path })).status];
    expect({ path, statuses }).toEqual({ path, statuses: [200, 404] });
  }
  const locationOn = async (host: string) =>
    (await send(host, "GET", { path: "/go/spring" })).headers.location;
  expect(await locationOn(B)).toContain("poster");
  expect(await locationOn(A)).not.toContain("poster");
});
