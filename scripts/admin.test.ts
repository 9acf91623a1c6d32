import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pino } from "pino";
import { beforeAll, describe, expect, test } from "vitest";
import { findPostmaster } from "../server/platform/database/bundled/postmaster.ts";
import { openDatabase } from "../server/platform/database/index.ts";
import { bareEnvironment, SOURCE_FLAGS } from "../server/testing/bare-environment.ts";
import { testInstallation } from "../server/testing/test-installation.ts";
import { runAdmin } from "./admin/command.ts";

const log = pino({ level: "silent" });
const secret = "x".repeat(32);
const installation = testInstallation();
beforeAll(async () => {
  await query(`insert into users (email, email_verified_at) values
    ('anna@example.org', now()), ('berta@example.org', null), ('carla@example.org', now())`);
});

async function query(text: string) {
  const db = openDatabase({ url: installation.database.url, log, maxConnections: 1 });
  try {
    return (await db.$client.query(text)).rows;
  } finally {
    await db.$client.end();
  }
}
const admins = async () =>
  (await query("select email from users where is_admin order by 1")).map(({ email }) => email);

const admin = (args: string[], env: Record<string, string> = {}) =>
  runAdmin(args, { DATA_DIR: installation.dataDir, ...env });
const done = (text: string) => ({ ok: true, text });
const rejected = (text: string) => ({ ok: false, text });

describe("while the product runs", () => {
  test("creates an administrator in any letter case of the email, and warns about an unverified one", async () => {
    expect(await admin(["grant", "Anna@Example.ORG"])).toEqual(
      done("anna@example.org is an administrator now."),
    );
    expect(await admin(["grant", "berta@example.org"])).toEqual(
      done(
        "berta@example.org is an administrator now.\nThe address is not verified yet: nobody has shown that it is theirs.",
      ),
    );
    expect(await admin(["grant", "anna@example.org"])).toEqual(
      done("anna@example.org is an administrator already."),
    );
    expect(await admins()).toEqual(["anna@example.org", "berta@example.org"]);
  });

  test("leaves one administrator after concurrent revocations", async () => {
    const responses = await Promise.all(
      ["anna", "berta"].map((name) => admin(["revoke", `${name}@example.org`])),
    );
    expect(responses.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(responses.find(({ ok }) => !ok)?.text).toMatch(
      /^(anna|berta)@example\.org is the only administrator\. Make somebody else one first: npm run admin -- grant EMAIL$/,
    );
    expect(await admins()).toHaveLength(1);
  });

  test("reports an account without the role, and an unknown email", async () => {
    expect(await admin(["revoke", "carla@example.org"])).toEqual(
      done("carla@example.org is not an administrator."),
    );
    for (const command of ["grant", "revoke"]) {
      expect(await admin([command, "nobody@example.org"])).toEqual(
        rejected("No account with email nobody@example.org. Let them sign up first, then repeat this."),
      );
    }
  });

  test("reports a revoked account that ADMIN_EMAIL names", async () => {
    await query("update users set is_admin = true where email like 'anna%' or email like 'carla%'");
    expect(await admin(["revoke", "carla@example.org"], { ADMIN_EMAIL: "Carla@example.org" })).toEqual(
      done(
        "carla@example.org is not an administrator any more.\nADMIN_EMAIL names this address: the next start makes it an administrator again. Change that setting as well.",
      ),
    );
  });

  test("uses the database of DATABASE_URL", async () => {
    const env = { DATABASE_URL: installation.database.url, APP_SECRET: secret, DATA_DIR: "/nowhere" };
    expect(await admin(["grant", "carla@example.org"], env)).toMatchObject({ ok: true });
    expect(await admins()).toContain("carla@example.org");
  });

  test("reports missing input", async () => {
    const known = ["grant", "anna@example.org"];
    const empty = {
      DATABASE_URL: installation.database.url.replace("/tessera?", "/postgres?"),
      APP_SECRET: secret,
    };
    const noDatabase = { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none", APP_SECRET: secret };
    const cases: [args: string[], env: Record<string, string>, said: RegExp][] = [
      [[], {}, /npm run admin -- grant EMAIL/],
      [["grant", ""], {}, /npm run admin -- grant EMAIL/],
      [["promote", "anna@example.org"], {}, /npm run admin -- grant EMAIL/],
      [[...known, "berta@example.org"], {}, /npm run admin -- grant EMAIL/],
      [known, { PORT: "none" }, /PORT must be a whole number/],
      [known, empty, /^The database holds no Tessera yet\. Start Tessera first\.$/],
      [known, noDatabase, /^The database cannot be used: .*ECONNREFUSED/],
      [known, { DATA_DIR: "/nowhere" }, /^There is no installation in \/nowhere\. Start Tessera first/],
    ];
    const responses = await Promise.all(cases.map(([args, env]) => admin(args, env)));
    for (const [index, { ok, text }] of responses.entries()) {
      expect(ok).toBe(false);
      expect(text).toMatch(cases[index]?.[2] ?? "");
    }
  });
});

test("starts and stops the database of a stopped product", async () => {
  await installation.database.stop();
  expect(await admin(["grant", "berta@example.org"])).toMatchObject({ ok: true });
  expect(await findPostmaster(join(installation.dataDir, "postgres"))).toBeUndefined();
  await installation.start();
  expect(await admins()).toContain("berta@example.org");
});

test("prints a rejection as an error, and exits with 1", () => {
  const env = { ...bareEnvironment(), DATA_DIR: installation.dataDir };
  const command = [...SOURCE_FLAGS, "scripts/admin.ts", "promote"];
  const ended = spawnSync(process.execPath, command, { env, encoding: "utf8" });
  expect({ code: ended.status, out: ended.stdout }).toEqual({ code: 1, out: "" });
  expect(ended.stderr).toContain("npm run admin -- grant EMAIL");
});
