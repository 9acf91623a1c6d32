import { createServer } from "node:net";
import { pino } from "pino";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { openDatabase } from "../../platform/database/index.ts";
import { createDatabaseRateLimiter, deleteExpiredLimits } from "../../platform/http/database-rate-limiter.ts";
import { createTokenDeriver } from "../../platform/tokens.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { askForReset, rejection } from "../../testing/factories.ts";
import type { TestApp, TestOptions } from "../../testing/harness.ts";
import { listen } from "../../testing/listen.ts";
import { watchStatements } from "../../testing/statements.ts";
import { openSite, testSite } from "../../testing/test-site.ts";

const derive = createTokenDeriver("a secret that only tests know, long enough");
const silent = pino({ level: "silent" });
const OPTIONS: TestOptions = { limits: "database", trustProxy: ["127.0.0.1"] };
const first = testSite(OPTIONS);
const nodes = [first, testSite(() => ({ ...OPTIONS, databaseUrl: first.databaseUrl }))] as const;
beforeEach(() => nodes[0].query("delete from rate_limits"));

let visitors = 0;
const nextAddress = () => `203.0.113.${++visitors}`;
const from = (address: string) => ({ "x-forwarded-for": address });
/** Sends requests to the two nodes in turn. Returns the statuses. */
async function statuses(count: number, send: (node: TestApp, index: number) => Promise<{ status: number }>) {
  const seen: number[] = [];
  for (let index = 0; index < count; index++) {
    seen.push((await send(index % 2 ? nodes[1] : nodes[0], index)).status);
  }
  return seen;
}
const times = (status: number, count: number) => Array<number>(count).fill(status);

test("counts a request without waiting for the disk, unlike other statements of the connection", async () => {
  await nodes[0].query(`create table commits (mode text);
    create function note_commit() returns trigger language plpgsql as
      $$ begin insert into commits values (current_setting('synchronous_commit')); return null; end $$;
    create constraint trigger note_commit after insert or update on rate_limits
      deferrable initially deferred for each row execute function note_commit()`);
  const db = openDatabase({ url: nodes[0].databaseUrl, log: silent, maxConnections: 1 });
  try {
    const limits = createDatabaseRateLimiter({ pool: db.$client, derive });
    const limit = { name: "x", key: nextAddress(), points: 5, seconds: 60 };
    await limits.consume(limit);
    await limits.consume(limit);
    expect((await db.$client.query("show synchronous_commit")).rows).toEqual([{ synchronous_commit: "on" }]);
    expect(await nodes[0].query("select mode from commits")).toEqual([{ mode: "off" }, { mode: "off" }]);
  } finally {
    await db.$client.end();
    await nodes[0].query("drop table commits; drop function note_commit cascade");
  }
});

describe("limits of an IP over two nodes", () => {
  test("allow ten logins a minute, over all accounts", async () => {
    const address = nextAddress();
    const login = (node: TestApp, index: number, at = address) =>
      node.call("POST", "/api/auth/login", { email: `a${index}@example.org`, password: "wrong" }, from(at));
    expect(await statuses(12, login)).toEqual([...times(401, 10), 429, 429]);
    expect((await login(nodes[0], 1, nextAddress())).status).toBe(401);
  });

  test("allow ten reset links a minute", async () => {
    const address = nextAddress();
    const body = { token: "nonsense", password: "long enough" };
    const reset = (node: TestApp) => node.call("POST", "/api/auth/reset-password", body, from(address));
    expect(await statuses(12, reset)).toEqual([...times(400, 10), 429, 429]);
  });

  test("allow ten reset emails in ten minutes", async () => {
    const address = nextAddress();
    const forgot = (node: TestApp, index: number) =>
      node.call("POST", "/api/auth/forgot-password", { email: `b${index}@example.org` }, from(address));
    expect(await statuses(11, forgot)).toEqual([...times(204, 10), 429]);
    const rejected = await forgot(nodes[0], 99);
    expect(rejected).toMatchObject(
      rejection(429, "too_often", "Too many attempts. Please wait a moment and try again."),
    );
    expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(500);
    expect(Number(rejected.headers["retry-after"])).toBeLessThanOrEqual(600);
  });

  test("allow thirty registrations in ten minutes", async () => {
    const address = nextAddress();
    const register = (node: TestApp) => node.call("POST", "/api/auth/register", {}, from(address));
    expect(await statuses(31, register)).toEqual([...times(400, 30), 429]);
  });

  test("allow ten of many concurrent logins", async () => {
    const address = nextAddress();
    const body = { token: "nonsense", password: "long enough" };
    const responses = await concurrently(30, (index) =>
      (index % 2 ? nodes[0] : nodes[1]).call("POST", "/api/auth/reset-password", body, from(address)),
    );
    const rejected = responses.filter(({ status }) => status === 429);
    expect(rejected).toHaveLength(20);
    for (const { headers } of rejected) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("limits of an account over two nodes", () => {
  test("allow three reset emails an hour from all clients together, and return the same response to further requests", async () => {
    const anna = await nodes[0].signUp();
    for (const email of [anna.email, "nobody@example.org"]) {
      const forgot = (node: TestApp, index: number) => {
        const written = index % 2 ? email.toUpperCase() : email;
        return node.call("POST", "/api/auth/forgot-password", { email: written }, from(nextAddress()));
      };
      expect(
        await statuses(5, async (node, index) => {
          const response = await forgot(node, index);
          // Wait for each email, because a link replaced before it is sent is dropped.
          await Promise.all(nodes.map((each) => each.sentMails()));
          return response;
        }),
      ).toEqual(times(204, 5));
    }
    const mails = (await Promise.all(nodes.map((node) => node.sentMails()))).flat();
    expect(mails.filter(({ to, subject }) => to === anna.email && subject === "reset-password")).toHaveLength(
      3,
    );
  });

  /** Logs in as if a minute had passed: the IP's limit has ended, the account's limit has not. */
  const login = async (node: TestApp, email: string, password: string, address: string) => {
    await first.query("delete from rate_limits where key like 'POST /api/auth/login:%'");
    return (await node.call("POST", "/api/auth/login", { email, password }, from(address))).status;
  };

  test("reset the failed logins on both nodes after the correct password", async () => {
    const { email, password } = await first.signUp();
    const address = nextAddress();
    for (const last of nodes) {
      for (let tries = 0; tries < 9; tries++)
        expect(await login(nodes[tries % 2 ? 1 : 0], email, "wrong", address)).toBe(401);
      expect(await login(last, email, password, address)).toBe(200);
    }
  });

  test("reset the failed logins of an IP on both nodes after it sets a new password, even on a new node", async () => {
    const fresh = await openSite({ ...OPTIONS, databaseUrl: first.databaseUrl });
    const { email, password } = await first.signUp();
    const [hers, another] = [nextAddress(), nextAddress()];
    for (const address of [hers, another]) {
      for (let tries = 0; tries < 10; tries++) expect(await login(first, email, "wrong", address)).toBe(401);
      expect(await login(first, email, password, address)).toBe(429);
    }
    const body = { token: await askForReset(first, email), password: "remembered for good" };
    expect((await fresh.call("POST", "/api/auth/reset-password", body, from(hers))).status).toBe(204);
    for (const node of [first, fresh]) expect(await login(node, email, body.password, hers)).toBe(200);
    expect(await login(first, email, body.password, another)).toBe(429);
  });

  test("block an account for a /48 of IPv6 after thirty failed logins, because one client has many networks", async () => {
    const anna = await first.signUp();
    const guesses: number[] = [];
    for (let network = 0; network < 32; network++)
      guesses.push(await login(first, anna.email, "wrong", `2001:db8:77:${network.toString(16)}::1`));
    expect(guesses).toEqual([...times(401, 30), 429, 429]);
    expect(await login(nodes[1], anna.email, anna.password, "2001:db8:77:ff::1")).toBe(429);
    expect(await login(nodes[1], anna.email, anna.password, "2001:db8:78::1")).toBe(200);
  });

  test("block an account for one IP after ten failed logins, but not for its owner elsewhere", async () => {
    const anna = await nodes[0].signUp();
    // Both addresses are in the network of a single client.
    const [attacker, owner] = ["2001:db8:1:2:ffff::1", "2001:db8:1:3::1"];
    const login = (node: TestApp, password: string, address: string, email = anna.email) =>
      node.call("POST", "/api/auth/login", { email, password }, from(address));
    const guess = (node: TestApp, index: number) => login(node, "wrong", `2001:db8:1:2::${index}`);
    expect(await statuses(9, guess)).toEqual(times(401, 9));
    // Simulates the next minute: the IP's limit has ended, the account's limit has not.
    await nodes[0].query("delete from rate_limits where key like 'POST /api/auth/login:%'");
    expect((await login(nodes[1], "wrong", attacker)).status).toBe(401);
    const stopped = await login(nodes[0], anna.password, attacker, anna.email.toUpperCase());
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers["retry-after"])).toBeGreaterThan(800);
    expect((await login(nodes[1], anna.password, owner)).status).toBe(200);
    expect((await login(nodes[1], anna.password, attacker)).status).toBe(429);
    expect((await login(nodes[1], "wrong", attacker, "other@example.org")).status).toBe(401);
  });
});

test("uses the database's clock for limits, not the node's", async () => {
  const pool = openDatabase({ url: nodes[0].databaseUrl, log: silent, maxConnections: 1 });
  const ahead = vi
    .spyOn(Date, "now")
    .mockImplementation(() => performance.timeOrigin + performance.now() + 600_000);
  try {
    const limits = createDatabaseRateLimiter({ pool: pool.$client, derive });
    const use = { name: "clock", key: "192.0.2.7", points: 2, seconds: 60 };
    await nodes[0].query("delete from rate_limits");
    const other = createDatabaseRateLimiter({ pool: nodes[1].db.$client, derive });
    await limits.consume(use);
    ahead.mockRestore();
    await other.consume(use);
    const rejection = await other.consume(use).catch((error: unknown) => error);
    expect((rejection as { retryAfter: number }).retryAfter).toBeLessThanOrEqual(60);
  } finally {
    ahead.mockRestore();
    await pool.$client.end();
  }
});

describe("the IP of a client", () => {
  const attempts = async (app: TestApp, addresses: string[]) => {
    const seen: number[] = [];
    for (const address of addresses) {
      const headers = from(address);
      const body = { token: "nonsense", password: "long enough" };
      seen.push((await app.call("POST", "/api/auth/reset-password", body, headers)).status);
    }
    return seen;
  };

  test("is not taken from a header of the client", async () => {
    const { databaseUrl } = first;
    for (const proxies of [{}, { trustProxy: ["192.0.2.1"] }]) {
      const app = await openSite({ databaseUrl, limits: "database", ...proxies });
      await app.query("delete from rate_limits");
      const claimed = Array.from({ length: 11 }, (_, index) => `198.51.100.${index}`);
      expect(await attempts(app, claimed)).toEqual([...times(400, 10), 429]);
    }
  });

  test("is the one that a trusted proxy reports, not one that the client added", async () => {
    const real = nextAddress();
    const chains = Array.from({ length: 11 }, (_, index) => `198.51.100.${index}, ${real}`);
    expect(await attempts(nodes[0], chains)).toEqual([...times(400, 10), 429]);
  });

  test("is not revealed by stored limits, as accounts are not", async () => {
    const address = nextAddress();
    const email = "watched@example.org";
    await nodes[0].call("POST", "/api/auth/login", { email, password: "wrong" }, from(address));
    await nodes[0].call("POST", "/api/auth/forgot-password", { email }, from(address));
    const rows = await nodes[0].query("select key, r::text as row from rate_limits r");
    expect(rows).toHaveLength(5);
    for (const { key, row } of rows) {
      expect(key).toMatch(/:[\w-]{43}$/);
      expect(row).not.toContain(address);
      expect(row).not.toContain("watched");
    }
  });
});

test("deletes expired limits and keeps the others", async () => {
  const [{ databaseUrl, db, query }] = nodes;
  const pool = openDatabase({ url: databaseUrl, log: silent, maxConnections: 1 });
  const limits = createDatabaseRateLimiter({ pool: pool.$client, derive });
  await limits.consume({ name: "short", key: "a", points: 1, seconds: 60 });
  await limits.consume({ name: "long", key: "a", points: 1, seconds: 3600 });
  await query("update rate_limits set expire = expire - 61000");
  const statements = watchStatements(db);
  await query(
    "insert into rate_limits (key, points, expire) select 'flood ' || n, 1, 1 from generate_series(1, 25000) n",
  );
  await deleteExpiredLimits(db);
  expect(
    statements.filter(({ text }) => /^delete from "rate_limits".* limit /is.test(text)).length,
  ).toBeGreaterThan(2);
  const left = await query("select key from rate_limits");
  expect(left).toHaveLength(1);
  expect(left[0].key).toMatch(/^long:/);
  await pool.$client.end();
});

describe("if the database is unavailable", () => {
  const use = { name: "login", key: "192.0.2.1", points: 3, seconds: 60 };
  const spendFour = async (url: string) => {
    const db = openDatabase({ url, log: silent, maxConnections: 2 });
    const limits = createDatabaseRateLimiter({ pool: db.$client, derive });
    for (let count = 0; count < 3; count++) await limits.consume(use);
    await expect(limits.consume(use)).rejects.toMatchObject({ status: 429, code: "too_often" });
    await limits.reset(use);
    await limits.consume(use);
    void db.$client.end();
  };

  test("each node counts requests on its own", async () => {
    await spendFour("postgresql://nobody@127.0.0.1:1/none");
  });

  test("requests do not wait for a database that never responds", async () => {
    const silentServer = createServer(() => {});
    const { port } = await listen(silentServer);
    await spendFour(`postgresql://nobody@127.0.0.1:${port}/none`);
    silentServer.close();
  });
});

test("limits an account to ten password resets in a quarter of an hour, from any IP", async () => {
  const anna = await nodes[0].signUp();
  const reset = async (index: number) => {
    await nodes[0].query("delete from rate_limits where key like 'reset mails:%' or key like 'POST /api/%'");
    const token = await askForReset(nodes[0], anna.email);
    const headers = from(nextAddress());
    const body = { token, password: `a new password ${index}` };
    return (await nodes[index % 2 ? 1 : 0].call("POST", "/api/auth/reset-password", body, headers)).status;
  };
  const seen: number[] = [];
  for (let index = 0; index < 11; index++) seen.push(await reset(index));
  expect(seen).toEqual([...times(204, 10), 429]);
});
