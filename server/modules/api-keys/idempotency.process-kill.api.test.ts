import { afterAll, beforeAll, expect, test } from "vitest";
import { HttpClient } from "../../testing/http-client.ts";
import { ProductProcess } from "../../testing/product-process.ts";

let product: ProductProcess;
let client: HttpClient;
let secret = "";
beforeAll(async () => {
  product = await ProductProcess.prepare();
  await product.start();
  client = new HttpClient(product.url);
  await client.register("mara");
  await product.query("update users set email_verified_at = now(), email_proven_at = now()");
  const scopes = ["page:read", "page:write"];
  ({ secret } = await client.postForJson<{ secret: string }>("/api/keys", { name: "Shop", scopes }));
});
afterAll(() => product.remove());

/** Sends the request that a program repeats until it has a response. */
async function addTile(title: string): Promise<{ status: number; code?: string; isRepeated: boolean }> {
  const response = await fetch(`${product.url}/api/tiles`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${secret}`,
      "content-type": "application/json",
      "idempotency-key": title,
    },
    body: JSON.stringify({ type: "link", title, url: "https://shop.example/" }),
    signal: AbortSignal.timeout(60_000),
  });
  const { code } = (await response.json()) as { code?: string };
  const isRepeated = response.headers.get("idempotent-replayed") === "true";
  return { status: response.status, ...(code && { code }), isRepeated };
}
async function countTiles(title: string): Promise<number> {
  const { tiles } = await client.getJson<{ tiles: { title: string }[] }>("/api/tiles");
  return tiles.filter((tile) => tile.title === title).length;
}
/** Lets the half minute pass after which the attempt of a killed process is given up. */
const passHalfMinute = () =>
  product.query("update idempotent_responses set started_at = started_at - interval '31 seconds'");

/** Begins the half minute anew, because a busy machine may start the product more slowly. */
const beginHalfMinute = () => product.query("update idempotent_responses set started_at = now()");

/** Kills the product once its request waits for a lock that this function holds. */
async function killWhileWaiting(title: string, lock: string): Promise<void> {
  const holder = await product.connect();
  await holder.query("begin");
  await holder.query(lock);
  const lost = addTile(title).catch((error: Error) => error);
  const waiting = "from pg_stat_activity where wait_event_type = 'Lock'";
  await expect.poll(() => product.query(`select ${waiting}`), { timeout: 30_000 }).toBe(1);
  await product.kill();
  expect(await lost).toBeInstanceOf(Error);
  // A connection of the killed process would otherwise finish its statement.
  await holder.query(`select pg_terminate_backend(pid) ${waiting}`);
  await holder.end();
  await product.start();
}

test("runs a request again whose process was killed before its commit", async () => {
  await killWhileWaiting("Before", "select from creators for update");
  expect(await countTiles("Before")).toBe(0);
  await beginHalfMinute();
  expect(await addTile("Before")).toMatchObject({ status: 409, code: "api_keys.idempotency_running" });
  await passHalfMinute();
  expect(await addTile("Before")).toEqual({ status: 201, isRepeated: false });
  expect(await addTile("Before")).toEqual({ status: 201, isRepeated: true });
  expect(await countTiles("Before")).toBe(1);
});

test("never repeats a request whose process was killed after its commit", async () => {
  // Holds up the statement that stores the response.
  await product.query(`create function hold() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(4711); return new; end'`);
  await product.query(`create trigger hold before update on idempotent_responses for each row
    when (new.status is not null and old.status is null) execute function hold()`);
  await killWhileWaiting("After", "select pg_advisory_xact_lock(4711)");
  expect(await countTiles("After")).toBe(1);
  await passHalfMinute();
  for (const _ of [1, 2])
    expect(await addTile("After")).toMatchObject({ status: 409, code: "api_keys.idempotency_lost" });
  expect(await countTiles("After")).toBe(1);
});
