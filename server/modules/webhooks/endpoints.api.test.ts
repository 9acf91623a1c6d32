import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { dump, spellingsOf } from "../../testing/dump.ts";
import {
  ageProof,
  fieldRejection,
  mailsTo,
  rejection,
  signUpAdmin,
  signUpVerified,
} from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => signUpVerified(site));

const INPUT = { url: "https://shop.example/hooks", types: ["order.paid"] };
const make = (input: object = {}) => anna.call("POST", "/api/webhook-endpoints", { ...INPUT, ...input });
const list = async () => (await anna.call("GET", "/api/webhook-endpoints")).body.endpoints;
const added = async () => (await make()).body.endpoint;

describe("adding an endpoint", () => {
  test("returns the secret once, and stores it sealed", async () => {
    const { status, body } = await make({ types: ["order.shipped", "order.paid", "order.paid"] });
    expect(status).toBe(201);
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(body.endpoint).toEqual({
      id: expect.any(String),
      url: INPUT.url,
      types: ["order.paid", "order.shipped"],
      disabled: null,
      failing_since: null,
      rotation_until: null,
      created_at: expect.any(String),
    });
    expect(await list()).toEqual([body.endpoint]);
    const bytes = Buffer.from(body.secret.slice("whsec_".length), "base64");
    const stored = await dump(site);
    expect(stored).toContain(INPUT.url);
    for (const form of [...spellingsOf(body.secret), ...spellingsOf(bytes.toString("hex"))])
      expect(stored).not.toContain(form);
    expect(stored).not.toContain(bytes.toString("base64"));
    expect(site.logLines.join("")).not.toContain(body.secret);
  });

  test("emails the creator, and again when its events go to another server", async () => {
    const { id } = await added();
    const change = (url: string) => anna.call("PATCH", `/api/webhook-endpoints/${id}`, { url });
    await change("https://shop.example/other");
    await change("https://moved.example:8443/hooks");
    const mails = await mailsTo(site, anna.email, "webhook-changed");
    expect(mails.map(({ html }) => JSON.parse(html))).toMatchObject([
      { change: "added", host: "shop.example" },
      { change: "moved", host: "moved.example:8443" },
    ]);
  });

  test("needs a recent proof of identity, and a verified email", async () => {
    const endpoint = await added();
    await ageProof(site, anna);
    const confirm = rejection(403, "account.confirm");
    expect(await make()).toMatchObject(confirm);
    const address = `/api/webhook-endpoints/${endpoint.id}`;
    expect(await anna.call("PATCH", address, { url: "https://other.example/" })).toMatchObject(confirm);
    expect(await anna.call("POST", `${address}/rotate`)).toMatchObject(confirm);
    expect(await list()).toEqual([endpoint]);
    const bela = await site.signUp();
    expect(await bela.call("POST", "/api/webhook-endpoints", INPUT)).toMatchObject(
      rejection(403, "accounts.unverified"),
    );
  });

  test.for([
    ["http://shop.example/hooks", "URL must begin with https://."],
    ["ftp://shop.example", "URL must begin with https://."],
    ["javascript:alert(1)", "URL must begin with https://."],
    ["shop", "URL must begin with https://."],
  ])("rejects %s", async ([url, message]) => {
    expect(await make({ url })).toMatchObject(fieldRejection("url", message));
  });

  test.for([
    "https://127.0.0.1/",
    "https://10.1.2.3/",
    "https://169.254.169.254/latest",
    "https://[::1]/",
    "https://[::ffff:169.254.169.254]/",
    "https://2130706433/",
    "https://shop.example:5432/",
    "https://anna:secret@shop.example/",
  ])("rejects %s, to which nothing is ever sent", async (url) => {
    expect((await make({ url })).status).toBe(400);
    const endpoint = await added();
    expect((await anna.call("PATCH", `/api/webhook-endpoints/${endpoint.id}`, { url })).status).toBe(400);
    expect(await list()).toEqual([endpoint]);
  });

  test("rejects missing and unknown types, and long URLs", async () => {
    const types = "Choose the events.";
    expect(await make({ types: [] })).toMatchObject(fieldRejection("types", types));
    expect(await make({ types: "order.paid" })).toMatchObject(fieldRejection("types", types));
    expect((await make({ types: ["webhook.test"] })).body.details.fieldErrors.types).toEqual([types]);
    expect((await make({ url: `https://shop.example/${"x".repeat(3_000)}` })).status).toBe(400);
    expect(await list()).toEqual([]);
  });

  test("rejects the 21st endpoint, also of concurrent requests", async () => {
    for (let count = 0; count < 18; count++) await make();
    const statuses = (await Promise.all([make(), make(), make(), make()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 409, 409]);
    expect(await make()).toMatchObject(rejection(409, "webhooks.limit_reached"));
    expect(await list()).toHaveLength(20);
  });
});

test("changes and deletes an endpoint", async () => {
  const endpoint = await added();
  const address = `/api/webhook-endpoints/${endpoint.id}`;
  const changed = await anna.call("PATCH", address, { url: "https://new.example/", types: ["page.updated"] });
  expect(changed.body.endpoint).toEqual({
    ...endpoint,
    url: "https://new.example/",
    types: ["page.updated"],
  });
  const off = await anna.call("PATCH", address, { enabled: false });
  expect(off.body.endpoint).toMatchObject({ url: "https://new.example/", disabled: "off" });
  expect((await anna.call("PATCH", address, { enabled: true })).body.endpoint.disabled).toBeNull();
  await ageProof(site, anna);
  expect((await anna.call("DELETE", address)).status).toBe(204);
  expect(await list()).toEqual([]);
  expect((await anna.call("DELETE", address)).status).toBe(404);
});

test("returns 404 for endpoints and deliveries of others", async () => {
  const { id } = await added();
  await anna.call("POST", `/api/webhook-endpoints/${id}/test`);
  await site.settled();
  const [endpoint] = await list();
  const [delivery] = (await anna.call("GET", `/api/webhook-endpoints/${endpoint.id}/deliveries`)).body
    .deliveries;
  const again = `/deliveries/${delivery.id}/redeliver`;
  const bela = await signUpVerified(site);
  const own = (await bela.call("POST", "/api/webhook-endpoints", INPUT)).body.endpoint;
  const calls = [
    ["PATCH", "", { enabled: false }],
    ["DELETE", ""],
    ["POST", "/rotate"],
    ["POST", "/test"],
    ["GET", "/deliveries"],
    ["POST", again],
  ] as const;
  for (const id of [endpoint.id, randomUUID(), "7"])
    for (const [method, path, body] of calls) {
      const response = await bela.call(method, `/api/webhook-endpoints/${id}${path}`, body);
      expect(response.status, `${method} ${id}${path}`).toBe(404);
    }
  expect((await bela.call("POST", `/api/webhook-endpoints/${own.id}${again}`)).status).toBe(404);
  expect(await list()).toEqual([endpoint]);
});

test("deletes endpoints, events and deliveries with the account", async () => {
  const endpoint = await added();
  await anna.call("POST", `/api/webhook-endpoints/${endpoint.id}/test`);
  await site.settled();
  const admin = await signUpAdmin(site);
  expect((await admin.call("DELETE", `/api/admin/users/${anna.creator.user_id}`)).status).toBe(204);
  for (const table of ["webhook_endpoints", "webhook_events"]) {
    const rows = await site.query(`select from ${table} where creator_id = $1`, [anna.creator.id]);
    expect(rows, table).toEqual([]);
  }
});
