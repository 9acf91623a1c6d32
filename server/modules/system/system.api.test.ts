import { createServer, request } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { sentence } from "../../../contract/texts.ts";
import { systemClock } from "../../platform/clock/index.ts";
import { findConnectionShortage } from "../../platform/database/connection-limit.ts";
import { smtpMail } from "../../platform/mail/adapters/smtp.ts";
import { startMailServer } from "../../platform/mail/smtp-server.test-kit.ts";
import { readSmtpUrl } from "../../platform/mail/smtp-url.ts";
import { openIdClient } from "../../platform/openid/adapters/openid-client.ts";
import { memoryStorage } from "../../platform/storage/adapters/memory.ts";
import { createTokenDeriver } from "../../platform/tokens.ts";
import { createTestDatabase } from "../../testing/create-database.ts";
import { administer } from "../../testing/database.ts";
import { offerFile } from "../../testing/factories.ts";
import { findFreePort } from "../../testing/free-port.ts";
import { SECRET } from "../../testing/harness.ts";
import { listen } from "../../testing/listen.ts";
import { type Installation, inWords } from "./check.ts";
import { publicUrlCheck } from "./checks/public-url.ts";
import { check, faultsOf, install } from "./installation.test-kit.ts";

test("finds no fault in a healthy installation, warns of missing settings with advice, and admits only administrators", async () => {
  const { admin, publicUrl, site } = await install();
  const anna = await site.signUp();
  expect((await anna.call("POST", "/api/admin/system/check", {})).status).toBe(403);
  const findings = await check(admin);
  expect(faultsOf(findings)).toEqual([]);
  expect(Object.keys(findings)).toEqual([
    "Database",
    "Database settings",
    "Release",
    "Public URL",
    "Encryption",
    "Proxy",
    "Site",
    "Own domains",
    "Clock",
    "Storage",
    "Files",
    "Disk space",
    "Memory",
    "Email",
    "Passkeys",
    "Payments",
    "Jobs",
    "Visit counts",
    "Backup",
  ]);
  expect(findings["Public URL"]).toEqual({
    id: "public_url",
    name: "Public URL",
    verdict: "ok",
    seen: `${publicUrl} leads to this installation`,
    advice: null,
  });
  expect(findings.Release).toMatchObject({ verdict: "ok" });
  for (const name of ["Encryption", "Email", "Payments", "Backup"]) {
    expect(findings[name]).toMatchObject({ verdict: "warning", advice: expect.stringMatching(/^\S.*\S$/) });
  }
  await site.query("insert into last_backup (bytes, row_count, file_count) values (1, 1, 0)");
  expect((await check(admin)).Backup).toMatchObject({ verdict: "ok" });
});

test("warns of visits that wait minutes to be counted, and exports their age as a metric", async () => {
  const { site, admin, publicUrl } = await install();
  await site.sql`insert into pending_counts (creator_id, event, created_at)
    values (${admin.creator.id}, 'page_view', now() - interval '5 minutes')`;
  expect((await check(admin))["Visit counts"]).toMatchObject({
    verdict: "warning",
    seen: "the oldest visit has waited for 5 min to be counted",
  });
  const readAge = async () =>
    Number(
      /^tessera_oldest_pending_count_seconds (\d+)$/m.exec(
        await (await fetch(`${publicUrl}/metrics`)).text(),
      )?.[1],
    );
  expect(await readAge()).toBeGreaterThanOrEqual(300);
  await site.query("truncate pending_counts");
  expect((await check(admin))["Visit counts"]).toMatchObject({ verdict: "ok" });
  expect(await readAge()).toBe(0);
});

test("reports a fault if PUBLIC_URL leads elsewhere or nowhere", async () => {
  let response: [status: number, headers?: Record<string, string>] = [200];
  const other = createServer((_request, reply) => reply.writeHead(...response).end('{"status":"ok"}'));
  const behind = await install({}, () => other);
  const respondedBy = async (...given: typeof response) => {
    response = given;
    return (await check(behind.admin))["Public URL"];
  };
  expect(await respondedBy(200)).toMatchObject({
    verdict: "fault",
    seen: expect.stringContaining("another server"),
  });
  expect(await respondedBy(502)).toMatchObject({
    verdict: "fault",
    advice: expect.stringContaining("upstream"),
  });
  expect((await respondedBy(400))?.advice).toContain("set PUBLIC_URL=https://127.0.0.1:");
  expect(await respondedBy(301, { location: "https://shop.example/healthz" })).toMatchObject({
    verdict: "fault",
    advice: expect.stringContaining("PUBLIC_URL=https://shop.example "),
  });
  const { admin } = await install({ publicUrl: `http://127.0.0.1:${await findFreePort()}` });
  expect((await check(admin))["Public URL"]).toMatchObject({
    verdict: "fault",
    seen: expect.stringContaining("ECONNREFUSED"),
    // A process whose port is in use says so when it starts.
    advice: expect.stringContaining("If Tessera does not start, it says which program uses its port."),
  });
});

/** Creates a proxy that reports the client's IP, unless it is misconfigured. */
const proxy = (upstream: number, reports = () => true) =>
  createServer((incoming, response) => {
    const { method, url = "/" } = incoming;
    const headers = { ...incoming.headers, ...(reports() ? { "x-forwarded-for": "203.0.113.7" } : {}) };
    const onwards = request({ port: upstream, host: "127.0.0.1", method, path: url, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(response);
    });
    incoming.pipe(onwards);
  });

test("reports a fault for an untrusted proxy, and for a trusted one that hides the client's IP", async () => {
  const untrusted = await check((await install({}, (port) => proxy(port))).admin);
  expect(faultsOf(untrusted)).toEqual(["Proxy"]);
  expect(untrusted.Proxy?.advice).toContain("TRUST_PROXY=127.0.0.1");
  const trustProxy = ["127.0.0.1"];
  let reports = true;
  const { admin } = await install({ trustProxy }, (port) => proxy(port, () => reports));
  expect((await check(admin)).Proxy).toMatchObject({ verdict: "ok" });
  reports = false;
  expect(faultsOf(await check(admin))).toEqual(["Proxy"]);
});

test("advises a restart if the process does not know the trusted proxy of the settings yet", async () => {
  const { publicUrl } = await install({}, (port) => proxy(port));
  const parts = { derive: createTokenDeriver(SECRET), clock: systemClock };
  const settings = { publicUrl, trustProxy: ["127.0.0.0/8"], dataDir: ".", stripeProductId: "", workers: 1 };
  const findings = await publicUrlCheck.run({ ...parts, settings } as unknown as Installation, {});
  expect(findings.map(inWords).at(-1)).toMatchObject({
    id: "proxy",
    verdict: "fault",
    advice: expect.stringMatching(/^Restart Tessera/),
  });
});

test("reports a fault for a sign-in provider without a valid discovery document", async () => {
  const { admin } = await install({
    openId: openIdClient({
      issuer: `http://127.0.0.1:${await findFreePort()}`,
      clientId: "id",
      clientSecret: "secret",
      redirectUri: "http://localhost/callback",
    }),
  });
  const findings = await check(admin);
  expect(faultsOf(findings)).toEqual(["Sign-in provider"]);
  expect(findings["Sign-in provider"]?.advice).toContain("GOOGLE_ISSUER");
});

test("finds a sign-in provider and names the redirect URL to register there", async () => {
  const openId = {
    hasAuthTime: true,
    authorizationUrl: async () => "https://id.example/authorize",
    finish: () => Promise.reject(new Error("nobody signs in")),
    listClaims: async () => ["sub", "email"],
  };
  const { admin, publicUrl } = await install({ openId, oidc: openId });
  const findings = await check(admin);
  expect(findings["Sign-in provider"]).toMatchObject({
    verdict: "ok",
    seen: `id.example has a valid discovery document; register the redirect URL ${publicUrl}/api/auth/google/callback there`,
  });
  const own = findings["Sign-in provider of your own"];
  expect([own?.verdict, own?.advice]).toEqual(["warning", expect.stringMatching(/OIDC_TRUST_EMAILS=true/)]);
});

test("warns of passkeys for another host, and advises how their users sign in", async () => {
  const { admin, site } = await install();
  const { user_id: userId } = admin.creator;
  const add = (rpId: string, id: string) =>
    site.sql`insert into passkeys (user_id, credential_id, public_key, counter, transports, is_synced, is_backed_up, aaguid, rp_id, name)
      values (${userId}, ${id}, 'x', 0, '{}', true, true, gen_random_uuid(), ${rpId}, 'Key')`;
  await add("127.0.0.1", "here");
  expect((await check(admin)).Passkeys).toMatchObject({ verdict: "ok", seen: "all work at 127.0.0.1" });
  await add("old.example", "one");
  await add("old.example", "two");
  expect((await check(admin)).Passkeys).toMatchObject({
    verdict: "warning",
    seen: "PUBLIC_URL has the host 127.0.0.1, but passkeys were made for another one: 2 of 1 user for old.example",
    advice: expect.stringContaining("Forgot password?"),
  });
});

test("reports a fault for a storage that loses files", async () => {
  const { admin } = await install({ storage: { ...memoryStorage(), openFile: async () => null } });
  const findings = await check(admin);
  expect(faultsOf(findings)).toEqual(["Storage"]);
  expect(findings.Storage?.seen).toBe("a file that was written could not be read back");
});

test("reports a fault for a sold file with missing or changed bytes", async () => {
  const storage = memoryStorage();
  const { admin, site } = await install({ storage });
  const { path } = await offerFile(site, await site.signUp());
  expect((await check(admin)).Files).toMatchObject({
    verdict: "ok",
    seen: "the newest 1 are stored, 1 chosen at random are unchanged",
  });
  const [{ size }] = await site.sql`select size::int from files where id = ${path}`;
  const changed = await storage.createTemp(
    (async function* () {
      yield Buffer.alloc(size, "x");
    })(),
  );
  await storage.saveFile(`digital/${path}`, changed);
  expect((await check(admin)).Files).toMatchObject({
    verdict: "fault",
    seen: `1 of 1 have other bytes than were uploaded, such as ${path}`,
  });
  await storage.deleteFile(`digital/${path}`);
  expect((await check(admin)).Files).toMatchObject({
    verdict: "fault",
    seen: `1 of the newest 1 are not stored here, such as ${path}`,
  });
});

test("reports whether the mail server accepted or rejected a test email to the administrator", async () => {
  const server = await startMailServer();
  onTestFinished(() => server.stop());
  const at = readSmtpUrl(server.url);
  if (!at) throw new Error("not an address");
  const from = { name: "Tessera", address: "shop@tessera.example" };
  const sender = smtpMail({ server: at, from, hostname: "tessera.example", waitMs: 1_000 });
  const { admin } = await install({ sender });
  onTestFinished(() => sender.stop());
  expect((await check(admin)).Email).toMatchObject({ verdict: "ok" });
  expect((await check(admin, { sendsMail: true })).Email).toMatchObject({
    verdict: "ok",
    seen: expect.stringMatching(/accepted a test email: 250 /),
  });
  expect(server.taken.map(({ envelope }) => envelope.to)).toContainEqual([admin.email]);
  server.behave({ at: "rcpt", code: 550 });
  const rejected = await check(admin, { sendsMail: true });
  expect(faultsOf(rejected)).toEqual(["Email"]);
  expect(rejected.Email?.seen).toMatch(/5\.1\.1 .*refused at rcpt/);
  server.behave("silent");
  expect((await check(admin)).Email).toMatchObject({ verdict: "fault" });
});

test("reports a fault if the clock is wrong", async () => {
  const { admin } = await install({ now: () => new Date(Date.now() + 10 * 60_000) });
  const findings = await check(admin);
  expect(faultsOf(findings)).toEqual(["Clock"]);
  expect(findings.Clock?.seen).toMatch(/differ by (599|60\d)/);
});

test("reports a fault for a database of another release", async () => {
  const { admin, site } = await install();
  const newerMigration = "'9999_later.sql', 'x', '9999_later.sql'";
  await site.query(`insert into schema_migrations (name, hash, compatible_from) values (${newerMigration})`);
  expect((await check(admin)).Release).toMatchObject({
    verdict: "fault",
    seen: expect.stringContaining("newer release (9999_later.sql)"),
  });
  // Any migration that this release has.
  await site.query("delete from schema_migrations where name like '9999%' or name like '0089%'");
  expect((await check(admin)).Release).toMatchObject({
    verdict: "fault",
    seen: expect.stringContaining("lacks 1 migrations"),
  });
});

test("reports a fault for a database that may lose commits", async () => {
  const own = await createTestDatabase();
  onTestFinished(() => own.drop());
  const name = new URL(own.url.replace("@/", "@localhost/")).pathname.slice(1);
  await administer(own.url, `alter database ${name} set synchronous_commit = off`);
  const { admin } = await install({ databaseUrl: own.url });
  const findings = await check(admin);
  expect(faultsOf(findings)).toEqual(["Database settings"]);
  expect(findings["Database settings"]?.seen).toMatch(/synchronous_commit is off$/);
});

test("warns of a database with fewer connections than the processes may need", async () => {
  const own = await createTestDatabase();
  onTestFinished(() => own.drop());
  const name = new URL(own.url.replace("@/", "@localhost/")).pathname.slice(1);
  const { admin, site } = await install({ databaseUrl: own.url, settings: { workers: 2 } });
  await site.query(`alter database ${name} connection limit 40`);
  expect((await check(admin))["Database settings"]).toMatchObject({
    // The tests' own server may run without fsync, which is reported first.
    seen: expect.stringMatching(/allow 40 connections, and 2 processes may need 44$|^fsync is off$/),
  });
  const needed = async (workers: number, isDatabasePooled = false) => {
    const settings = { workers, databaseConnections: 22, isDatabasePooled };
    const shortage = await findConnectionShortage(site.db, settings);
    return shortage && sentence(shortage);
  };
  expect(await needed(1)).toBeUndefined();
  expect(
    await needed(10, true),
    "behind a pooler, each process needs four direct connections",
  ).toBeUndefined();
  expect(await needed(2)).toMatch(/^server, role or database allow 40 connections/);
});

test("warns of a newer release on the operator's list, without revealing anything about the installation", async () => {
  const requests: { headers: Record<string, unknown>; url?: string | undefined }[] = [];
  const list = createServer(({ headers, url }, response) => {
    requests.push({ headers, url });
    response.end(
      JSON.stringify([
        { tag_name: "v0.0.1" },
        { tag_name: "v99.1.0" },
        { tag_name: "v100.0.0", prerelease: true },
      ]),
    );
  });
  const { url } = await listen(list);
  onTestFinished(() => void list.close());
  const updateUrl = `${url}/releases`;
  const { admin } = await install({ settings: { updateUrl } });
  const { Updates } = await check(admin);
  expect(Updates).toMatchObject({ verdict: "warning", seen: expect.stringContaining("99.1.0") });
  await check(admin);
  expect(requests).toHaveLength(1);
  expect(Object.keys(requests[0]?.headers ?? {}).sort()).toEqual(["connection", "host"]);
});
