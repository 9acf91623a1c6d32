import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { makeKey, type TestKey } from "../../testing/api-keys.ts";
import { dump, spellingsOf } from "../../testing/dump.ts";
import {
  addTile,
  ageProof,
  askForReset,
  buy,
  fieldRejection,
  mailedLink,
  mailsTo,
  offer,
  rejection,
  signUpVerified,
} from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { openSite, testSite } from "../../testing/test-site.ts";
import { beginTransaction, untilWaiting } from "../../testing/transactions.ts";

const site = testSite({ findCountry: () => "DE" });
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));
const anna = prepareEach(() => signUpVerified(site));

const make = (input: object) =>
  anna.call("POST", "/api/keys", { name: "Shop", scopes: ["page:read"], ...input });
const list = async () => (await anna.call("GET", "/api/keys")).body.keys;
const revoke = ({ key }: Pick<TestKey, "key">) => anna.call("DELETE", `/api/keys/${key.id}`);
const INVALID = rejection(401, "api_keys.invalid");
/** Reads the tiles with a key, on this node and on the other one. */
const tiles = ({ secret }: TestKey, node = site) =>
  node.call("GET", "/api/tiles", undefined, { authorization: `Bearer ${secret}` });

describe("making a key", () => {
  test("returns the secret once, lists the key, and emails the creator", async () => {
    const { status, body } = await make({
      name: "  Till ",
      scopes: ["orders:read", "page:read", "page:read"],
    });
    expect(status).toBe(201);
    expect(body.secret).toMatch(/^tsk_[0-9A-Za-z]{46}$/);
    expect(body.key).toEqual({
      id: expect.any(String),
      name: "Till",
      prefix: body.secret.slice(0, 10),
      scopes: ["page:read", "orders:read"],
      created_at: expect.any(String),
      expires_at: null,
      last_used_at: null,
      last_used_from: null,
      revoked_at: null,
      state: "active",
    });
    expect(await list()).toEqual([body.key]);
    const [mail] = await mailsTo(site, anna.email, "api-key-made");
    expect(JSON.stringify(mail)).toContain("Till");
    expect(new URL(mail?.mainLink ?? "").pathname).toBe("/dashboard/settings/api");
    expect(JSON.stringify(mail)).not.toContain(body.secret);
    const stored = await dump(site);
    expect(stored).toContain(site.tokens.hash(body.secret).toString("hex"));
    for (const form of spellingsOf(body.secret)) expect(stored).not.toContain(form);
    expect(site.logLines.join("")).not.toContain(body.secret);
  });

  test("needs a recent proof of identity, and a verified email", async () => {
    await ageProof(site, anna);
    expect(await make({})).toMatchObject(rejection(403, "account.confirm"));
    const bela = await site.signUp();
    expect(await bela.call("POST", "/api/keys", { name: "Shop", scopes: ["page:read"] })).toMatchObject(
      rejection(403, "accounts.unverified"),
    );
    expect(await list()).toEqual([]);
  });

  test("rejects invalid input", async () => {
    const scopes = "Choose what this key may do.";
    expect(await make({ scopes: [] })).toMatchObject(fieldRejection("scopes", scopes));
    expect(await make({ scopes: "page:read" })).toMatchObject(fieldRejection("scopes", scopes));
    expect(await make({ scopes: Array(20).fill("page:read") })).toMatchObject(
      fieldRejection("scopes", scopes),
    );
    expect((await make({ scopes: ["admin"] })).body.details.fieldErrors.scopes).toEqual([scopes]);
    expect(await make({ name: " " })).toMatchObject(fieldRejection("name", "Name is required."));
    expect((await make({ name: "x".repeat(61) })).status).toBe(400);
    expect(await make({ expiresAt: "2020-01-01T00:00:00Z" })).toMatchObject(
      fieldRejection("expiresAt", "The end must be in the future.", "api_keys.ended"),
    );
    expect(await list()).toEqual([]);
  });

  test("stops at twenty active keys, also of parallel requests on two nodes", async () => {
    for (let count = 0; count < 18; count++) await makeKey(site, anna, ["page:read"]);
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        (at % 2 ? site : other).call(
          "POST",
          "/api/keys",
          { name: "Shop", scopes: ["page:read"] },
          { cookie: anna.cookie },
        ),
      ),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(made.find(({ status }) => status !== 201)).toMatchObject(rejection(409, "api_keys.limit_reached"));
    const [first] = await list();
    expect((await revoke({ key: first })).status).toBe(204);
    expect((await make({})).status).toBe(201);
  });
});

describe("a key", () => {
  test("acts for its creator alone, without a cookie and from any origin", async () => {
    const { call } = await makeKey(site, anna, ["page:write", "page:read"]);
    const headers = { origin: "https://shop.example", "sec-fetch-site": "cross-site" };
    const tile = { type: "link", title: "By a program", url: "https://shop.example/" };
    const added = await call("POST", "/api/tiles", tile, headers);
    expect(added.status).toBe(201);
    expect(added.headers["set-cookie"]).toBeUndefined();
    expect((await anna.call("GET", "/api/tiles")).body.tiles).toMatchObject([{ title: "By a program" }]);
    const foreign = await addTile(await site.signUp());
    expect(await call("PATCH", `/api/tiles/${foreign.id}`, { title: "Mine" })).toMatchObject(
      rejection(404, "not_found"),
    );
    expect((await call("GET", "/api/creators/me")).body.creator.id).toBe(anna.creator.id);
  });

  test("counts alone beside the session of somebody else", async () => {
    const bela = await site.signUp();
    await addTile(anna, { title: "Anna's" });
    const { call } = await makeKey(site, anna, ["page:read"]);
    const { body } = await call("GET", "/api/tiles", undefined, { cookie: bela.cookie });
    expect(body.tiles).toMatchObject([{ title: "Anna's" }]);
    expect(await call("GET", "/api/orders", undefined, { cookie: bela.cookie })).toMatchObject(
      rejection(403, "api_keys.scope_missing"),
    );
  });

  test("has its last use with its country, written once in five minutes", async () => {
    const made = await makeKey(site, anna, ["page:read"]);
    expect((await tiles(made)).status).toBe(200);
    const [used] = await list();
    expect(used).toMatchObject({ last_used_at: expect.any(String), last_used_from: "DE" });
    await site.sql`update api_keys set last_used_at = now() - interval '4 minutes' where id = ${made.key.id}`;
    const [before] = await list();
    await tiles(made);
    expect((await list())[0]).toEqual(before);
    await site.sql`update api_keys set last_used_at = now() - interval '6 minutes' where id = ${made.key.id}`;
    await tiles(made);
    expect(Date.parse((await list())[0].last_used_at)).toBeGreaterThan(Date.now() - 60_000);
  });

  test("works until its end, in the time zone of the creator", async () => {
    const made = await makeKey(site, anna, ["page:read"], { expiresAt: "2099-01-01T12:00" });
    expect(made.key.expires_at).toBe("2099-01-01T12:00:00.000Z");
    expect((await tiles(made)).status).toBe(200);
    await site.sql`update api_keys set expires_at = now() where id = ${made.key.id}`;
    expect(await tiles(made)).toMatchObject(INVALID);
    expect(await list()).toMatchObject([{ state: "ended" }]);
  });

  test("cannot end the plan, refund above the creator's limit or schedule an email", async () => {
    const { call } = await makeKey(site, anna, ["page:write", "audience:write", "orders:write"]);
    const { id } = await buy(site, (await offer(anna, { priceCents: 20_000 })).tile.id);
    const refund = (amountCents: number) =>
      call("POST", `/api/orders/${id}/refund`, { requestId: randomUUID(), reason: "requested", amountCents });
    expect((await refund(10_000)).status).toBe(201);
    expect(await refund(1)).toMatchObject(rejection(403, "api_keys.closed"));
    await site.sql`update creators set plan = 'creator' where id = ${anna.creator.id}`;
    const profile = { handle: anna.handle, displayName: "Anna" };
    expect(await call("POST", "/api/creators/me", { ...profile, plan: "free" })).toMatchObject(
      rejection(403, "api_keys.closed"),
    );
    expect(
      await call("POST", "/api/creators/me", {
        ...profile,
        paymentProvider: "stripe",
        paymentAccountId: "acct_1",
      }),
    ).toMatchObject(rejection(403, "api_keys.closed"));
    expect((await call("POST", "/api/creators/me", profile)).body.creator.plan).toBe("creator");
    const sendAt = new Date(Date.now() + 86_400_000).toISOString();
    const letter = { subject: "News of the shop", body: "There are new bowls.", sendAt };
    expect(await call("POST", "/api/audience/letters", letter)).toMatchObject(
      rejection(403, "api_keys.closed"),
    );
  });
});

describe("a key ends", () => {
  test("on all nodes at once when it is revoked, and its running request still completes", async () => {
    const made = await makeKey(site, anna, ["page:write", "page:read"]);
    const blocking = await beginTransaction(site);
    await blocking.sql`select from creators where id = ${anna.creator.id} for update`;
    const running = made.call("POST", "/api/tiles", {
      type: "link",
      title: "Begun before",
      url: "https://shop.example/",
    });
    await untilWaiting(site);
    expect((await revoke(made)).status).toBe(204);
    for (const node of [site, other]) expect(await tiles(made, node)).toMatchObject(INVALID);
    await blocking.commit();
    expect((await running).status).toBe(201);
    expect(await list()).toMatchObject([{ state: "revoked", revoked_at: expect.any(String) }]);
    const [{ revoked_at: at }] = await list();
    expect((await revoke(made)).status).toBe(204);
    expect((await list())[0].revoked_at).toBe(at);
  });

  test("only for its creator", async () => {
    const made = await makeKey(site, anna, ["page:read"]);
    const bela = await site.signUp();
    expect(await bela.call("DELETE", `/api/keys/${made.key.id}`)).toMatchObject(rejection(404, "not_found"));
    expect((await bela.call("GET", "/api/keys")).body.keys).toEqual([]);
    expect((await bela.call("DELETE", "/api/keys/nonsense")).status).toBe(404);
    expect((await tiles(made)).status).toBe(200);
  });

  test("while the account is suspended, which can still revoke it", async () => {
    const made = await makeKey(site, anna, ["page:read"]);
    const suspend = (state: string | null) =>
      site.sql`update creators set suspension = ${state} where id = ${anna.creator.id}`;
    await suspend("account");
    expect(await tiles(made)).toMatchObject(rejection(403, "accounts.suspended"));
    await suspend(null);
    expect((await tiles(made)).status).toBe(200);
    await suspend("account");
    expect((await revoke(made)).status).toBe(204);
  });

  test("while a deletion is scheduled, works again once that is undone, and goes with the account", async () => {
    const made = await makeKey(site, anna, ["page:read"]);
    expect((await anna.call("POST", "/api/account/deletion")).status).toBe(202);
    expect(await tiles(made)).toMatchObject(INVALID);
    const { token } = await mailedLink(site, anna.email, "deletion-scheduled");
    expect((await site.call("POST", "/api/account/deletion/undo", { token })).status).toBe(204);
    expect((await tiles(made)).status).toBe(200);
    await site.sql`delete from users where id = ${anna.creator.user_id}`;
    expect(await tiles(made)).toMatchObject(INVALID);
    expect(await site.sql`select from api_keys where id = ${made.key.id}`).toEqual([]);
  });

  test("when only verified accounts may sign in, and this one is not", async () => {
    const made = await makeKey(site, anna, ["page:read"]);
    const strict = await openSite({
      databaseUrl: site.databaseUrl,
      settings: { requireVerifiedEmail: true },
    });
    expect((await tiles(made, strict)).status).toBe(200);
    await site.sql`update users set email_verified_at = null where id = ${anna.creator.user_id}`;
    expect(await tiles(made, strict)).toMatchObject(INVALID);
  });

  test("is deleted ninety days later", async () => {
    const [active, revoked, ended, recent] = [
      await makeKey(site, anna, ["page:read"]),
      await makeKey(site, anna, ["page:read"]),
      await makeKey(site, anna, ["page:read"]),
      await makeKey(site, anna, ["page:read"]),
    ];
    await site.sql`update api_keys set revoked_at = now() - interval '91 days' where id = ${revoked.key.id}`;
    await site.sql`update api_keys set expires_at = now() - interval '91 days' where id = ${ended.key.id}`;
    await revoke(recent);
    await site.runMaintenance();
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([active.key.id, recent.key.id]);
  });
});

describe("a new password", () => {
  const reset = async () => {
    const token = await askForReset(site, anna.email);
    const input = { token, password: "another long password" };
    expect((await site.call("POST", "/api/auth/reset-password", input)).status).toBe(204);
  };

  test("keeps the keys of an account whose ownership is proven", async () => {
    const made = await makeKey(site, anna, ["page:read"]);
    await reset();
    expect((await tiles(made)).status).toBe(200);
  });

  test("ends the keys that a stranger prepared in somebody else's account", async () => {
    const made = await makeKey(site, anna, ["page:read"]);
    await site.sql`update users set email_proven_at = null where id = ${anna.creator.user_id}`;
    await reset();
    expect(await tiles(made)).toMatchObject(INVALID);
  });

  test("of an undone change of the email ends the keys made since", async () => {
    const before = await makeKey(site, anna, ["page:read"]);
    await site.sql`update api_keys set created_at = now() - interval '30 days'`;
    await site.sql`update sessions set created_at = now() - interval '1 day' where user_id = ${anna.creator.user_id}`;
    const since = await makeKey(site, anna, ["page:read"]);
    const email = `moved-${anna.email}`;
    expect((await anna.call("POST", "/api/account/email", { email })).status).toBe(200);
    const { token } = await mailedLink(site, email, "confirm-email");
    expect((await anna.call("POST", "/api/account/email/confirm", { token })).status).toBe(204);
    const undo = await mailedLink(site, anna.email, "email-changed");
    expect((await site.call("POST", "/api/account/email/undo", { token: undo.token })).status).toBe(204);
    expect((await tiles(before)).status).toBe(200);
    expect(await tiles(since)).toMatchObject(INVALID);
  });
});

test("all keys of a creator share one limit, whatever their IPs, and tell the rest of it", async () => {
  const limited = await openSite({
    databaseUrl: site.databaseUrl,
    limits: "database",
    trustProxy: ["127.0.0.1"],
  });
  const [first, second] = [
    await makeKey(site, anna, ["page:read"]),
    await makeKey(site, anna, ["page:read"]),
  ];
  const from = (made: TestKey, ip: string) =>
    limited.call("GET", "/api/tiles", undefined, {
      authorization: `Bearer ${made.secret}`,
      "x-forwarded-for": ip,
    });
  const { headers } = await from(first, "198.51.100.1");
  expect(headers).toMatchObject({ "ratelimit-policy": '"key";q=600;w=60', ratelimit: '"key";r=599;t=60' });
  expect((await from(second, "203.0.113.9")).headers.ratelimit).toMatch(/^"key";r=598;t=(59|60)$/);
  await site.query("update rate_limits set points = 600 where key like 'api keys:%'");
  const rejected = await from(second, "198.51.100.2");
  expect(rejected).toMatchObject(rejection(429, "too_often"));
  expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(0);
  const bela = await makeKey(site, await signUpVerified(site), ["page:read"]);
  expect((await from(bela, "198.51.100.1")).status).toBe(200);
});
