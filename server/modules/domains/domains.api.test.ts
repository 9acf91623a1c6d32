import { beforeEach, describe, expect, test } from "vitest";
import { createTestDns } from "../../testing/dns.ts";
import {
  fieldRejection,
  mailsTo,
  rejection,
  signUpAdmin,
  signUpVerified,
  type TestUser,
} from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { openSite, testSite, testUser } from "../../testing/test-site.ts";

const DAY = 24 * 60 * 60_000;
const OWN = {
  target: "sites.studio.example",
  addresses: ["203.0.113.7"],
  ask: { host: "127.0.0.1", port: 3001 },
};

const dns = createTestDns();
let now = new Date("2026-11-01T12:00:00Z");
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const site = testSite({
  dns,
  now: () => now,
  settings: { ownDomains: OWN },
  publicUrl: "https://studio.example",
});
const anna = prepareEach(() => signUpVerified(site));
const bert = prepareEach(() => signUpVerified(site));
beforeEach(async () => {
  dns.clear();
  await site.sql`delete from domains`;
});

let counter = 0;
const newName = () => `shop${++counter}.example.org`;
async function add(user: TestUser, name = newName()) {
  const { status, body } = await user.call("POST", "/api/domains", { name });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.domain;
}
const check = async (user: TestUser, { id }: { id: string }) =>
  (await user.call("POST", `/api/domains/${id}/check`)).body.domain;
const setProof = (...domains: { proof: { name: string; value: string } }[]) =>
  dns.set(
    "TXT",
    domains[0]?.proof.name ?? "",
    domains.map(({ proof }) => proof.value),
  );
/** Adds a domain and proves it. */
async function prove(user: TestUser, name?: string) {
  const domain = await add(user, name);
  setProof(domain);
  return check(user, domain);
}
const get = async (user: TestUser, { id }: { id: string }) =>
  (await user.call("GET", "/api/domains")).body.domains.find((domain: { id: string }) => domain.id === id);
const mailsAbout = async (user: TestUser) =>
  (await mailsTo(site, user.email, "domain-problem")).map(({ html }) => /"state":"(\w+)"/.exec(html)?.[1]);

describe("adding a domain", () => {
  test("returns the records to set", async () => {
    const domain = await add(anna, "Example.ORG.");
    expect(domain).toMatchObject({
      name: "example.org",
      state: "pending",
      is_main: false,
      proof: { type: "TXT", name: "_tessera.example.org", value: expect.stringMatching(/^[\w-]{43}$/) },
      routing: [{ type: "A", name: "example.org", value: "203.0.113.7" }],
      failure: null,
      checked_at: null,
      next_check_at: new Date(now.getTime() + 60_000).toISOString(),
    });
    expect((await add(anna, "www.example.org")).routing).toEqual([
      { type: "CNAME", name: "www.example.org", value: "sites.studio.example" },
    ]);
    expect((await anna.call("GET", "/api/domains")).body).toEqual({
      available: true,
      domains: [domain, expect.objectContaining({ name: "www.example.org" })],
    });
  });

  test("shows an internationalised name as it is written", async () => {
    expect(await add(anna, "Bücher.example.org")).toMatchObject({
      name: "xn--bcher-kva.example.org",
      display_name: "bücher.example.org",
    });
  });

  test("rejects the main host, and a name twice", async () => {
    const add = (name: string) => anna.call("POST", "/api/domains", { name });
    expect(await add("studio.example")).toMatchObject(
      fieldRejection("name", expect.stringContaining("belongs to the site itself"), "domains.invalid"),
    );
    const name = newName();
    await add(name);
    expect(await add(name.toUpperCase())).toMatchObject(rejection(409, "domains.exists"));
  });

  test("rejects a name that an administrator has blocked, with its subdomains", async () => {
    const admin = await signUpAdmin(site);
    await admin.call("POST", "/api/admin/blocks", { kind: "link", value: "blocked.example.org" });
    expect(await anna.call("POST", "/api/domains", { name: "www.blocked.example.org" })).toMatchObject(
      rejection(400, "blocks.link_blocked"),
    );
  });

  test("needs a verified email", async () => {
    const carla = await site.signUp();
    expect(await carla.call("POST", "/api/domains", { name: newName() })).toMatchObject(
      rejection(403, "accounts.unverified"),
    );
  });

  test("rejects an eleventh domain, also of two concurrent requests", async () => {
    for (let count = 0; count < 9; count++) await add(anna);
    const last = await Promise.all([1, 2].map(() => anna.call("POST", "/api/domains", { name: newName() })));
    expect(last.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await anna.call("GET", "/api/domains")).body.domains).toHaveLength(10);
  });
});

describe("the proof", () => {
  test("says in each case what was found", async () => {
    const domain = await add(anna);
    dns.silence(true);
    expect(await check(anna, domain)).toMatchObject({
      state: "pending",
      failure: "silent",
      routing_failure: "silent",
    });
    dns.silence(false);
    expect(await check(anna, domain)).toMatchObject({
      failure: "missing",
      found: [],
      routing_failure: "missing",
    });
    dns.set("TXT", domain.proof.name, ["something else"]);
    dns.set("A", domain.name, ["198.51.100.1"]);
    expect(await check(anna, domain)).toMatchObject({
      failure: "different",
      found: ["something else"],
      routing_failure: "different",
      routing_found: ["198.51.100.1"],
    });
    dns.set("TXT", domain.proof.name, ["something else", ` ${domain.proof.value} `]);
    dns.set("CNAME", domain.name, ["Sites.Studio.Example."]);
    expect(await check(anna, domain)).toMatchObject({
      state: "proven",
      failure: null,
      routing_failure: null,
      proven_at: now.toISOString(),
    });
    await expect
      .poll(() => site.hosts.find(domain.name))
      .toMatchObject({ creatorId: anna.creator?.id, isMain: true });
  });

  test("accepts the addresses of the target", async () => {
    const domain = await prove(anna);
    dns.set("A", "sites.studio.example", ["203.0.113.8"]);
    dns.set("A", domain.name, ["203.0.113.8"]);
    expect(await check(anna, domain)).toMatchObject({ routing_failure: null });
    dns.set("AAAA", domain.name, ["2001:db8::1"]);
    expect(await check(anna, domain)).toMatchObject({ routing_failure: "different" });
  });

  test("is read by the job at its time", async () => {
    const domain = await add(anna);
    setProof(domain);
    await site.runNow("domains.check");
    expect(await get(anna, domain)).toMatchObject({ state: "pending", checked_at: null });
    pass(60_000);
    await site.runNow("domains.check");
    expect(await get(anna, domain)).toMatchObject({
      state: "proven",
      next_check_at: new Date(now.getTime() + DAY).toISOString(),
    });
  });

  test("is not needed by anybody else's request", async () => {
    const domain = await add(anna);
    for (const [method, path] of [
      ["POST", `/api/domains/${domain.id}/check`],
      ["PATCH", `/api/domains/${domain.id}`],
      ["DELETE", `/api/domains/${domain.id}`],
    ] as const)
      expect(await bert.call(method, path, {})).toMatchObject(rejection(404, "not_found"));
    expect(await get(anna, domain)).toBeDefined();
  });
});

describe("a proof that is gone", () => {
  const daily = async (days: number) => {
    for (let day = 0; day < days; day++) {
      pass(DAY);
      await site.runNow("domains.check");
    }
  };

  test("pauses the name after seven days, with three emails, and proves it again", async () => {
    const domain = await prove(anna);
    await anna.call("PATCH", `/api/domains/${domain.id}`, { redirects: true });
    dns.clear();
    await daily(7);
    expect(await get(anna, domain)).toMatchObject({ state: "proven", failure: "missing" });
    expect(site.hosts.find(domain.name)).toBeDefined();
    await daily(1);
    expect(await get(anna, domain)).toMatchObject({ state: "paused", is_main: false, redirects: false });
    await expect.poll(() => site.hosts.find(domain.name)).toBeUndefined();
    expect(await mailsAbout(anna)).toEqual(["failing", "failing", "paused"]);
    setProof(domain);
    expect(await check(anna, domain)).toMatchObject({ state: "proven", is_main: true, redirects: true });
    await expect.poll(() => site.hosts.find(domain.name)).toBeDefined();
  });

  test("counts nothing while no server answers", async () => {
    const domain = await prove(anna);
    dns.silence(true);
    await daily(9);
    expect(await get(anna, domain)).toMatchObject({
      state: "proven",
      failure: "silent",
      failing_since: null,
    });
    expect(await mailsAbout(anna)).toEqual([]);
    dns.silence(false);
  });
});

describe("a name of two creators", () => {
  test("belongs to whoever proves it last, and the former one is told", async () => {
    const name = newName();
    const former = await prove(anna, name);
    const next = await prove(bert, name);
    expect(next).toMatchObject({ state: "proven", is_main: true });
    expect(await get(anna, former)).toMatchObject({ state: "paused", failure: "taken", next_check_at: null });
    await expect.poll(() => site.hosts.find(name)?.creatorId).toBe(bert.creator?.id);
    expect(await mailsAbout(anna)).toEqual(["taken"]);
    expect(await mailsAbout(bert)).toEqual([]);
  });

  test("stays where it is while both records are there", async () => {
    const name = newName();
    const former = await prove(anna, name);
    const next = await add(bert, name);
    setProof(former, next);
    expect(await check(bert, next)).toMatchObject({ state: "pending", failure: "taken" });
    expect(await check(anna, former)).toMatchObject({ state: "proven" });
    setProof(next);
    expect(await check(bert, next)).toMatchObject({ state: "proven" });
  });

  test("has one holder after proofs in the same moment", async () => {
    const name = newName();
    const both = [await add(anna, name), await add(bert, name)];
    setProof(...both);
    await Promise.all([check(anna, both[0]), check(bert, both[1])]);
    const states = [await get(anna, both[0]), await get(bert, both[1])].map(({ state }) => state);
    expect(states.sort()).toEqual(["pending", "proven"]);
  });
});

describe("the main name", () => {
  test("is the first proven one until the creator chooses, and takes its redirect along", async () => {
    const first = await prove(anna);
    const second = await prove(anna);
    expect([first.is_main, second.is_main]).toEqual([true, false]);
    await anna.call("PATCH", `/api/domains/${first.id}`, { redirects: true });
    const { body } = await anna.call("PATCH", `/api/domains/${second.id}`, { isMain: true });
    expect(body.domain).toMatchObject({ is_main: true, redirects: true });
    expect(await get(anna, first)).toMatchObject({ is_main: false, redirects: false });
    expect(await anna.call("PATCH", `/api/domains/${first.id}`, { redirects: true })).toMatchObject(
      rejection(409, "domains.not_main"),
    );
    const third = await add(anna);
    expect(await anna.call("PATCH", `/api/domains/${third.id}`, { isMain: true })).toMatchObject(
      rejection(409, "domains.not_proven"),
    );
  });

  test("passes on when it is removed, on every node", async () => {
    const first = await prove(anna);
    const second = await prove(anna);
    const other = await openSite({ databaseUrl: site.databaseUrl, settings: { ownDomains: OWN } });
    await expect.poll(() => other.hosts.find(first.name)).toBeDefined();
    expect(await anna.call("DELETE", `/api/domains/${first.id}`)).toMatchObject({ status: 204 });
    const mains = () => [site, other].map(({ hosts }) => hosts.mainOf(anna.creator?.id ?? 0)?.name);
    await expect.poll(mains, { timeout: 1_000 }).toEqual([second.name, second.name]);
    expect([site, other].map(({ hosts }) => hosts.find(first.name))).toEqual([undefined, undefined]);
  });

  test("follows a new handle", async () => {
    const { name } = await prove(anna);
    await anna.call("POST", "/api/creators/me", {
      handle: `renamed${counter}`,
      displayName: "Anna",
    });
    await expect.poll(() => site.hosts.find(name)?.handle).toBe(`renamed${counter}`);
  });
});

describe("a site without own domains", () => {
  const closed = testSite();
  const carla = testUser(closed, { verified: true });

  test("lists none and takes none", async () => {
    expect((await carla.call("GET", "/api/domains")).body).toEqual({ available: false, domains: [] });
    expect(await carla.call("POST", "/api/domains", { name: "example.org" })).toMatchObject(
      rejection(403, "domains.off"),
    );
  });
});
