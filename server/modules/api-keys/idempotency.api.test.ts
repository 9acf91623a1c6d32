import { describe, expect, test } from "vitest";
import { makeKey, type TestKey } from "../../testing/api-keys.ts";
import { rejection, signUpAdmin, signUpVerified } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";
import { beginTransaction, untilWaiting } from "../../testing/transactions.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));
const anna = prepareEach(() => signUpVerified(site));
const key = prepareEach(() => makeKey(site, anna, ["page:read", "page:write"]));

const tile = (title = "Sent twice") => ({ type: "link", title, url: "https://shop.example/" });
const send = (name: string, body: object = tile(), { node = site, secret = key.secret } = {}) =>
  node.call("POST", "/api/tiles", body, { authorization: `Bearer ${secret}`, "idempotency-key": name });
const titles = async (): Promise<string[]> =>
  (await anna.call("GET", "/api/tiles")).body.tiles.map(({ title }: { title: string }) => title);
const change = (columns: string) => site.query(`update idempotent_responses set ${columns}`);

test("runs ten equal requests on two nodes once, and gives all of them the same response", async () => {
  const sent = await Promise.all(
    Array.from({ length: 10 }, (_, at) => send("first", tile(), { node: at % 2 ? site : other })),
  );
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
  expect(sent.filter(({ headers }) => headers["idempotent-replayed"] === undefined)).toHaveLength(1);
  expect(await titles()).toEqual(["Sent twice"]);
});

test("repeats the response even after the tile is gone", async () => {
  const made = await send("kept");
  await anna.call("DELETE", `/api/tiles/${made.body.tile.id}`);
  const repeated = await send("kept");
  expect(repeated).toMatchObject({ status: 201, body: made.body });
  expect(repeated.headers["idempotent-replayed"]).toBe("true");
  expect(await titles()).toEqual([]);
});

test("rejects the key for another body or path, and accepts it from another API key", async () => {
  await send("one");
  expect(await send("one", tile("Another"))).toMatchObject(rejection(409, "api_keys.idempotency_reused"));
  const headers = { "idempotency-key": "one" };
  expect(await key.call("POST", "/api/tiles/1/restore", tile(), headers)).toMatchObject(
    rejection(409, "api_keys.idempotency_reused"),
  );
  const { secret } = await makeKey(site, anna, ["page:write"]);
  expect((await send("one", tile("Of another key"), { secret })).status).toBe(201);
  expect(await titles()).toEqual(["Sent twice", "Of another key"]);
});

test("forgets a request that failed, so that a repetition runs again", async () => {
  for (let count = 0; count < 5; count++) await send(`tile ${count}`.replace(" ", "-"), tile(`${count}`));
  expect((await send("sixth")).status).toBe(403);
  const [first] = (await anna.call("GET", "/api/tiles")).body.tiles;
  await anna.call("DELETE", `/api/tiles/${first.id}`);
  expect((await send("sixth")).status).toBe(201);
  expect((await send("broken", { type: "link" })).status).toBe(400);
  expect((await send("broken", { type: "link" })).status).toBe(400);
});

describe("after a crash", () => {
  test("before the commit, a repetition runs again once the attempt is given up", async () => {
    await send("lost");
    await site.query("delete from tiles");
    // The state of a process that was killed before its first commit.
    await change("committed_at = null, ended_at = null, status = null, body = null, has_body = false");
    expect(await send("lost")).toMatchObject(rejection(409, "api_keys.idempotency_running"));
    await change("started_at = now() - interval '31 seconds'");
    const again = await send("lost");
    expect(again.status).toBe(201);
    expect(again.headers["idempotent-replayed"]).toBeUndefined();
    expect(await titles()).toEqual(["Sent twice"]);
  }, 30_000);

  test("after the commit, a repetition never runs again and says so", async () => {
    await send("done");
    await change(
      "ended_at = null, status = null, body = null, has_body = false, started_at = now() - interval '31 seconds'",
    );
    expect(await send("done")).toMatchObject(rejection(409, "api_keys.idempotency_lost"));
    expect(await titles()).toEqual(["Sent twice"]);
  });

  test("marks the request in the transaction that adds the tile", async () => {
    const blocking = await beginTransaction(site);
    await blocking.sql`select from creators where id = ${anna.creator.id} for update`;
    const running = send("marked");
    await untilWaiting(site);
    expect(await site.query("select committed_at from idempotent_responses where name = 'marked'")).toEqual([
      { committed_at: null },
    ]);
    await blocking.commit();
    expect((await running).status).toBe(201);
    const [row] = await site.query("select * from idempotent_responses where name = 'marked'");
    expect(row).toMatchObject({ committed_at: expect.any(Date), ended_at: expect.any(Date), status: 201 });
  });
});

test("a slow attempt that was given up cannot commit beside its successor", async () => {
  const blocking = await beginTransaction(site);
  await blocking.sql`select from creators where id = ${anna.creator.id} for update`;
  const slow = send("slow");
  await untilWaiting(site);
  await change("started_at = now() - interval '31 seconds'");
  const successor = send("slow", tile(), { node: other });
  await untilWaiting(site, 2);
  await blocking.commit();
  const both = await Promise.all([slow, successor]);
  expect(both.map(({ status }) => status)).toEqual([409, 201]);
  expect(await titles()).toEqual(["Sent twice"]);
});

test("rejects an invalid key, and any key for an upload", async () => {
  for (const name of ["", "two words", "ä", "x".repeat(256)])
    expect(await send(name)).toMatchObject(rejection(400, "api_keys.idempotency_key"));
  const upload = await key.call("POST", "/api/files/upload", "--x--\r\n", {
    "content-type": "multipart/form-data; boundary=x",
    "idempotency-key": "upload",
  });
  expect(upload).toMatchObject(rejection(400, "api_keys.idempotency_unsupported"));
  expect(await titles()).toEqual([]);
});

test("does not apply to sessions, and not to methods that are idempotent anyway", async () => {
  const headers = { "idempotency-key": "session" };
  for (let count = 0; count < 2; count++)
    expect((await anna.call("POST", "/api/tiles", tile(), headers)).status).toBe(201);
  expect(await titles()).toHaveLength(2);
  const [{ id }] = (await anna.call("GET", "/api/tiles")).body.tiles;
  for (const title of ["Once", "Twice"])
    expect((await key.call("PATCH", `/api/tiles/${id}`, { title }, headers)).body.tile.title).toBe(title);
});

test("stores responses for a day, and says so if one could not be stored", async () => {
  await send("old");
  await change("started_at = now() - interval '25 hours'");
  expect((await send("old", tile("A day later"))).status).toBe(201);
  await change("started_at = now() - interval '25 hours'");
  await site.runMaintenance();
  expect(await site.query("select from idempotent_responses")).toEqual([]);
  await send("long");
  await change("body = null");
  expect(await send("long")).toMatchObject(rejection(409, "api_keys.idempotency_lost"));
});

test("does not keep the email of an erased account", async () => {
  const bela = await signUpVerified(site);
  await send("quote", tile(`Ask ${bela.email.toUpperCase()}`));
  const admin = await signUpAdmin(site);
  expect((await admin.call("DELETE", `/api/admin/users/${bela.creator.user_id}`)).status).toBe(204);
  expect(await site.query("select body from idempotent_responses where name = 'quote'")).toEqual([
    { body: null },
  ]);
});

test("stores no response for a revoked key", async () => {
  const made: TestKey = await makeKey(site, anna, ["page:write"]);
  await anna.call("DELETE", `/api/keys/${made.key.id}`);
  expect(await send("late", tile(), { secret: made.secret })).toMatchObject(
    rejection(401, "api_keys.invalid"),
  );
});
