import { expect, test, vi } from "vitest";
import { FORM, offer, signUpVerified, submitForm } from "./testing/factories.ts";
import { createTestDns, OWN_DOMAINS, proveDomain, rawRequest } from "./testing/own-domains.ts";
import { buyerOf } from "./testing/payers.ts";
import { prepare } from "./testing/prepare.ts";
import { sendReport } from "./testing/reports.ts";
import { testSite } from "./testing/test-site.ts";

const MAIN = "studio.example";
const OWN = "anna.example.org";
const OTHER = "bert.example.net";
const BROWSER =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const dns = createTestDns();
const site = testSite({
  dns,
  publicUrl: `https://${MAIN}`,
  settings: { ownDomains: OWN_DOMAINS, reports: true },
});
const { paymentsOf, rowOf } = buyerOf(() => site);
const shop = prepare(async () => {
  const [anna, bert] = [await signUpVerified(site), await signUpVerified(site)];
  const { onboardingUrl } = (await anna.call("POST", "/api/connect/onboard", {})).body;
  for (const step of ["0", "1", "2"]) {
    const headers = { ...FORM, origin: `https://${MAIN}` };
    await submitForm(anna, new URL(onboardingUrl).pathname, { action: "answer", step }, headers);
  }
  await site.settled();
  await site.sql`update creators set payment_provider = 'stripe' where id = ${anna.creator.id}`;
  const { tile } = await offer(anna, { name: "Mug", type: "digital", priceCents: 2500 });
  await proveDomain(dns, anna, OWN);
  await proveDomain(dns, bert, OTHER);
  await vi.waitFor(() => expect(site.hosts.find(OTHER)).toBeDefined());
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const address = site.app.server.address();
  return { tile, handle: anna.handle, port: typeof address === "object" && address ? address.port : 0 };
});

const get = (host: string, path: string, headers = {}) =>
  rawRequest(shop.port, { path, headers: { host, ...headers } });
/** Sends a form from a page of the host, or of another origin. */
async function post(host: string, path: string, fields: Record<string, string>, headers = {}) {
  const body = new URLSearchParams(fields).toString();
  const sent = {
    host,
    origin: `https://${host}`,
    "user-agent": BROWSER,
    "content-type": "application/x-www-form-urlencoded",
    "content-length": `${body.length}`,
    ...headers,
  };
  return rawRequest(shop.port, { method: "POST", path, headers: sent, body });
}
const start = async (host: string, referer = `https://${host}/`) => {
  const fields = { tileId: String(shop.tile.id), productId: "" };
  const started = await post(host, "/checkout/start", fields, { referer });
  expect(started.status, started.body).toBe(303);
  return String(started.headers.location).split("/").at(-1)?.split("?")[0] ?? "";
};
const FIELDS = { email: "buyer@example.org", totalCents: "2500", consent: "on", action: "pay" };
const pathIn = (body: string) => /\/sandbox\/payments\/[\w-]+/.exec(body)?.[0] ?? "";

test("a purchase on an own domain leaves it for the provider's page alone, and returns to it", async () => {
  const token = await start(OWN);
  const paid = await post(OWN, `/checkout/pay/${token}`, FIELDS);
  expect(paid.status, paid.body).toBe(200);
  const sandboxPath = pathIn(paid.body);
  expect(paid.body).toContain(`https://${MAIN}${sandboxPath}`);
  expect(String(paid.headers["set-cookie"])).toMatch(/^tessera_paid=[^;]+; (?!.*Domain).*HttpOnly; Secure/i);
  const provider = await get(MAIN, sandboxPath);
  expect(provider.headers["content-security-policy"]).toContain(`form-action 'self' https://${OWN}`);
  const left = await post(MAIN, sandboxPath, { action: "pay" });
  expect(left.headers.location).toBe(`https://${OWN}/checkout/pay/${token}/return`);
  await site.settled();
  const cookie = String(paid.headers["set-cookie"]).split(";")[0] ?? "";
  const back = await get(OWN, `/checkout/pay/${token}/return`, { cookie });
  expect(back.headers.location).toMatch(/^\/checkout\/return\?status=success/);
  const result = await get(OWN, String(back.headers.location), { cookie });
  expect(result.status).toBe(200);
  const { seed, visit_source } = await rowOf(token);
  expect(visit_source).not.toContain("example");
  const order = `/orders/${site.tokens.order(seed)}`;
  for (const path of [order, `${order}/withdraw`]) expect((await get(OWN, path)).status).not.toBe(308);
  expect((await get(OTHER, order)).status).toBe(404);
});

test("a buyer who leaves the provider's page is back on the own domain", async () => {
  const token = await start(OWN);
  const paid = await post(OWN, `/checkout/pay/${token}`, FIELDS);
  const left = await post(MAIN, pathIn(paid.body), { action: "leave" });
  expect(left.headers.location).toBe(`https://${OWN}/checkout/pay/${token}/return?cancelled=1`);
});

test("a payment keeps the host on which it was started, and the main host is the default", async () => {
  const token = await start(OWN);
  await post(OWN, `/checkout/pay/${token}`, FIELDS);
  const again = await post(MAIN, `/checkout/pay/${token}`, FIELDS);
  expect(again.headers.location ?? again.body).toContain("/sandbox/payments/");
  expect((await paymentsOf(token)).map(({ parameters }) => parameters.origin)).toEqual([`https://${OWN}`]);
  const other = await start(MAIN);
  const paid = await post(MAIN, `/checkout/pay/${other}`, FIELDS);
  expect(paid.status).toBe(303);
  const left = await post(MAIN, new URL(String(paid.headers.location)).pathname, { action: "leave" });
  expect(left.headers.location).toBe(`https://${MAIN}/checkout/pay/${other}/return?cancelled=1`);
});

test("no payment starts on the domain of another creator", async () => {
  const token = await start(MAIN);
  expect((await post(OTHER, `/checkout/pay/${token}`, FIELDS)).status).toBe(404);
  expect(await paymentsOf(token)).toEqual([]);
});

test("neither the domain nor the main host counts as the source of a purchase on the domain", async () => {
  for (const [referer, source] of [
    [`https://${OWN}/mug`, null],
    [`https://${MAIN}/@${shop.handle}`, null],
    ["https://www.instagram.com/", "instagram"],
    [`https://${OTHER}/`, OTHER.replaceAll(".", "-")],
  ] as const)
    expect([referer, (await rowOf(await start(OWN, referer))).visit_source ?? null]).toEqual([
      referer,
      source ?? expect.toBeOneOf([null, "unknown"]),
    ]);
});

test("a report takes the page's URL on its own domain, and no other host", async () => {
  const headers = { ...FORM, origin: `https://${MAIN}` };
  const reported = async (url: string) => {
    const { status } = await sendReport(site, { url }, headers);
    if (status !== 303) return status;
    return (await site.sql`select path from reports order by id desc limit 1`)[0].path;
  };
  const page = `/@${shop.handle}`;
  expect(await reported(`https://${OWN}/`)).toBe(page);
  expect(await reported(`https://${OWN.toUpperCase()}/mug?code=X`)).toBe(`${page}/mug`);
  expect(await reported(`https://${OWN}${page}/legal`)).toBe(`${page}/legal`);
  for (const url of [`https://${OWN}:81/`, "https://x.example.org/"])
    expect([url, await reported(url)]).toEqual([url, 400]);
});
