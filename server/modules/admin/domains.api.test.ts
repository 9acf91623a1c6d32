import { expect, test, vi } from "vitest";
import { mailsTo, rejection, signUpAdmin } from "../../testing/factories.ts";
import { createTestDns, OWN_DOMAINS, proveDomain } from "../../testing/own-domains.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const dns = createTestDns();
const site = testSite({ dns, publicUrl: "https://studio.example", settings: { ownDomains: OWN_DOMAINS } });
const other = testSite(() => ({
  dns,
  publicUrl: "https://studio.example",
  settings: { ownDomains: OWN_DOMAINS },
  databaseUrl: site.databaseUrl,
}));
const admin = prepare(() => signUpAdmin(site));
const anna = testUser(site, { handle: "anna", displayName: "Anna Ton", verified: true });
const PATH = "/api/admin/domains";

test("lists the domains of all creators, newest first, only for administrators", async () => {
  await proveDomain(dns, anna, "anna.example.org");
  await anna.call("POST", "/api/domains", { name: "shop.example.net" });
  const { body } = await admin.call("GET", PATH);
  const creator = { handle: "anna", display_name: "Anna Ton", user_id: anna.creator.user_id };
  expect(body).toMatchObject({
    domains: [
      { name: "shop.example.net", state: "pending", is_main: false, proven_at: null, creator },
      { name: "anna.example.org", state: "proven", is_main: true, failing_since: null, creator },
    ],
    total: 2,
    page: 1,
  });
  expect(Object.keys(body.domains[0])).not.toContain("proof");
  expect((await admin.call("GET", `${PATH}?page=2`)).body).toMatchObject({ domains: [], total: 2, page: 2 });
  expect((await anna.call("GET", PATH)).status).toBe(403);
  expect((await site.call("GET", PATH)).status).toBe(401);
});

test("removes a domain on every node, with an audit entry and an email to the creator", async () => {
  await other.prepare();
  const [domain] = (await anna.call("GET", "/api/domains")).body.domains;
  expect(other.hosts.find(domain.name)).toBeDefined();
  expect((await anna.call("DELETE", `${PATH}/${domain.id}`)).status).toBe(403);
  expect((await admin.call("DELETE", `${PATH}/${domain.id}`)).status).toBe(204);
  await vi.waitFor(() =>
    expect([site, other].map(({ hosts }) => hosts.find(domain.name))).toEqual([undefined, undefined]),
  );
  expect((await anna.call("GET", "/api/domains")).body.domains).toMatchObject([{ name: "shop.example.net" }]);
  const mails = await mailsTo(site, anna.email, "domain-problem");
  expect(mails.map(({ html }) => /"state":"(\w+)"/.exec(html)?.[1])).toEqual(["removed"]);
  expect((await admin.call("GET", "/api/admin/audit")).body.entries[0]).toMatchObject({
    action: "domain.removed",
    subject: { id: domain.id, email: null },
    before: { name: "anna.example.org" },
    after: null,
  });
  expect(await admin.call("DELETE", `${PATH}/${domain.id}`)).toMatchObject(rejection(404, "not_found"));
});

test("asks for a proof before a removal", async () => {
  const [domain] = (await anna.call("GET", "/api/domains")).body.domains;
  await site.sql`update sessions set confirmed_at = now() - interval '1 hour'`;
  expect(await admin.call("DELETE", `${PATH}/${domain.id}`)).toMatchObject(rejection(403, "account.confirm"));
});
