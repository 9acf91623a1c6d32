import { execFile } from "node:child_process";
import { expect, test } from "vitest";
import { bareEnvironment, SOURCE_FLAGS } from "../server/testing/bare-environment.ts";
import { testInstallation } from "../server/testing/test-installation.ts";

/** A stopped installation. */
const installation = testInstallation();

function doctor(args: string[], env: Record<string, string> = {}, user: { uid?: number; gid?: number } = {}) {
  return new Promise<{ code: number; out: string; err: string }>((settle) => {
    execFile(
      process.execPath,
      [...SOURCE_FLAGS, "scripts/doctor.ts", ...args],
      { ...user, env: { ...bareEnvironment(), DATA_DIR: installation.dataDir, PORT: "1", ...env } },
      (error, out, err) => settle({ code: error ? Number(error.code) : 0, out, err: err.trim() }),
    );
  });
}

test("checks a stopped installation, and gives advice about each fault", async () => {
  const { code, out } = await doctor([]);
  expect(code).toBe(1);
  expect(out).toMatch(
    /^FAULT {3}Public URL: http:\/\/localhost:1 cannot be reached: .*\n {10}→ Start Tessera/m,
  );
  expect(out).toMatch(/^(ok {6}|warning )Database: PostgreSQL \d+\.\d+, [\d.]+ ms per round trip/m);
  expect(out).toMatch(/^ok {6}Storage: a file was written, read and deleted/m);
  expect(out).toMatch(/^warning Email: emails are not sent/m);
  expect(out).toMatch(/^Faults: \d+\. Warnings: \d+\.$/m);
});

test("prints only faults with --quiet, and also warnings with --strict", async () => {
  const { code, out } = await doctor(["--quiet"]);
  expect(code).toBe(1);
  expect(out).toMatch(/^FAULT {3}Public URL: .*\n {10}→ /);
  expect(out).not.toMatch(/^(ok|warning|Checking|Faults)/m);
  expect((await doctor(["--quiet", "--strict"])).out).toMatch(/^warning Email: /m);
});

test("reports a fault for an unavailable database, and skips checks that need it", async () => {
  const env = { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none", APP_SECRET: "x".repeat(32) };
  const { code, out } = await doctor([], env);
  expect(code).toBe(1);
  expect(out).toMatch(/^FAULT {3}Database: .*ECONNREFUSED.*\n {10}→ .*DATABASE_URL/m);
  expect(out).toMatch(/^warning Jobs: unknown while the database is unavailable$/m);
});

test.runIf(process.getuid?.() === 0)(
  "names the user that must run it in the error for another user",
  async () => {
    const { code, err } = await doctor([], {}, { uid: 1, gid: 1 });
    expect(code).toBe(1);
    expect(err).toContain(
      `${installation.dataDir} belongs to another user. Run this as the user that runs Tessera`,
    );
  },
);

test("reports missing input", async () => {
  const responses = await Promise.all([
    doctor(["--help"]),
    doctor([], { PORT: "none", SMTP_URL: "mail.example" }),
    doctor([], { DATA_DIR: "/nowhere" }),
  ]);
  expect(responses.map(({ code }) => code)).toEqual([1, 1, 1]);
  const [help, settings, absent] = responses.map(({ err }) => err);
  expect(help).toMatch(/npm run doctor -- EMAIL/);
  expect(settings).toMatch(/PORT must be a whole number[\s\S]*SMTP_URL must be a URL/);
  expect(absent).toMatch(/^There is no installation in \/nowhere\. Start Tessera first/);
});
