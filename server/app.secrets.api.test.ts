import { beforeAll, expect, test } from "vitest";
import { makeKey } from "./testing/api-keys.ts";
import { dump, spellingsOf } from "./testing/dump.ts";
import { buy, offerFile, startCheckout } from "./testing/factories.ts";
import { testSite, testUser } from "./testing/test-site.ts";

let secrets: Record<string, string>;
const PASSWORD = "a password that nobody else has";

/** A person and a buyer go all the way, so that every secret there is has been handed out. */
const site = testSite();
const anna = testUser(site, { password: PASSWORD, verified: true });
beforeAll(async () => {
  const login = await site.call("POST", "/api/auth/login", { email: anna.email, password: PASSWORD });
  await site.call("POST", "/api/auth/login", { email: anna.email, password: `${PASSWORD}, wrong` });
  const { tile } = await offerFile(site, anna);
  const pending = await startCheckout(site, tile.id);
  const order = await buy(site, tile.id);
  await site.call("GET", `/api/orders/download/${order.downloadToken}`);
  const renewed = await site.call("POST", `/api/public/orders/${order.orderToken}/renew`);
  const fresh = String(renewed.body.order.download.url.split("/").at(-1));
  for (const path of [
    `/api/orders/download/${fresh}`,
    `/api/orders/download/${order.downloadToken}`,
    `/api/public/checkout/${pending}`,
    `/checkout/mock/${pending}`,
    `/checkout/return?${order.returned}`,
    `/orders/${order.orderToken}`,
    `/orders/${order.orderToken}/nothing`,
    `/api/nothing/${order.orderToken}?token=${fresh}`,
  ]) {
    await anna.call("GET", path);
  }
  const key = await makeKey(site, anna, ["page:read"]);
  await key.call("GET", "/api/tiles");
  await key.call("GET", `/api/tiles?key=${key.secret}`);
  await key.call("GET", `/dashboard?key=${key.secret}`);
  secrets = {
    "API key": key.secret,
    password: PASSWORD,
    session: anna.session,
    "session of the login": String(login.cookies[0]?.value),
    "pending checkout": pending,
    "paid checkout": order.checkoutToken,
    order: order.orderToken,
    download: order.downloadToken,
    "fresh download": fresh,
  };
});

test("stores no secret in any form in the database", async () => {
  const text = await dump(site);
  expect(text).toContain(anna.email);
  for (const [what, secret] of Object.entries(secrets)) {
    expect(secret.length, what).toBeGreaterThan(20);
    for (const form of spellingsOf(secret)) expect(text.includes(form), what).toBe(false);
    if (what !== "password" && what !== "download") {
      expect(text.includes(site.tokens.hash(secret).toString("hex")), `${what} is known by its hash`).toBe(
        true,
      );
    }
  }
});

test("logs no secret", () => {
  const log = site.logLines.join("");
  expect(log).toContain("/api/orders/download/:downloadToken");
  for (const [what, secret] of Object.entries(secrets)) expect(log.includes(secret), what).toBe(false);
});

test("logs no visitor's IP", () => {
  const log = site.logLines.join("");
  expect(log).not.toContain(anna.email);
  expect(log).not.toContain("buyer@example.org");
  expect(log).not.toMatch(/\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/);
});

test("stores a password as argon2id with the recommended cost and its own salt", async () => {
  const berta = await site.signUp({ password: PASSWORD });
  const rows = await site.sql`select password_hash as hash from users
    where id = any(${[anna.creator.user_id, berta.creator.user_id]})`;
  expect(rows).toHaveLength(2);
  for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(rows[0].hash).not.toBe(rows[1].hash);
});

test("derives other tokens of the same order with another secret", async () => {
  const [{ seed }] = await site.query("select seed from orders limit 1");
  const made = [site.tokens.checkout(seed), site.tokens.order(seed), site.tokens.download(seed, 0)];
  expect(new Set(made).size).toBe(3);
  expect(await dump(site)).toContain(seed);
});
