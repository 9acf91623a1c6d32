import { describe, expect, test } from "vitest";
import { TestBrowser } from "../../testing/browser.ts";
import { mailedLink, signUpAdmin, type TestUser } from "../../testing/factories.ts";
import { PUBLIC_URL, type TestApp } from "../../testing/harness.ts";
import { withDocuments } from "../../testing/site-documents.ts";
import { testProvider } from "../../testing/test-open-id.ts";
import { openSite, testSite } from "../../testing/test-site.ts";

const TERMS = "# Terms\n\nBe kind.\n";
const PRIVACY = "# Privacy\n\nWe store little.\n";
const current = withDocuments({ imprint: "Anna", terms: TERMS, privacy: PRIVACY });
const changed = withDocuments({ imprint: "Berta", terms: `${TERMS}\nAlways.\n`, privacy: PRIVACY });
const versionsOf = ({ siteDocuments: { terms, privacy } }: typeof current) => ({
  terms: terms?.version ?? "",
  privacy: privacy?.version ?? "",
});
const CURRENT = versionsOf(current);
const CHANGED = versionsOf(changed);

const provider = testProvider();
const site = testSite(() => ({ settings: current, openId: provider.connect() }));

/** Another node on the same database, whose file of the terms is newer. */
const openChanged = async (settings = changed) => {
  const node = await openSite({ databaseUrl: site.databaseUrl, settings });
  await node.prepare();
  return node;
};
const acceptancesOf = (userId: string) =>
  site.sql`select document, version, language from document_acceptances where user_id = ${userId} order by document`;
const BOTH = [
  { document: "privacy", version: CURRENT.privacy, language: "en" },
  { document: "terms", version: CURRENT.terms, language: "en" },
];
const me = async (app: TestApp, { cookie }: Pick<TestUser, "cookie">) =>
  (await app.call("GET", "/api/creators/me", undefined, { cookie })).body.creator;
const pendingOf = async (app: TestApp, user: Pick<TestUser, "cookie">) =>
  (await me(app, user)).pending_documents ?? [];
const accept = (app: TestApp, { cookie }: Pick<TestUser, "cookie">, documents: object[]) =>
  app.call("POST", "/api/account/documents", { documents }, { cookie });

describe("a new account", () => {
  test("accepts terms and privacy notice by registering with a password", async () => {
    const { creator, cookie } = await site.signUp();
    expect(await acceptancesOf(creator.user_id)).toEqual(BOTH);
    expect(Object.keys(await me(site, { cookie }))).not.toContain("pending_documents");
  });

  test("accepts them by signing in with a provider for the first time, and only then", async () => {
    provider.signInAs({ sub: "first", email: "first@company.example", email_verified: true, name: "Sam" });
    const browser = new TestBrowser(site, PUBLIC_URL);
    const arrive = async () => browser.open(await browser.passProvider(await browser.leave()));
    await arrive();
    const { user_id: userId } = await browser.whoAmI();
    expect(await acceptancesOf(userId)).toEqual(BOTH);
    await arrive();
    expect(await acceptancesOf(userId)).toEqual(BOTH);
  });

  test("of an administrator's invitation accepts nothing until its user does", async () => {
    const admin = await signUpAdmin(site);
    const email = "invited@example.org";
    const invited = { email, handle: "invited", displayName: "Ina" };
    expect((await admin.call("POST", "/api/admin/users", invited)).status).toBe(201);
    const { path } = await mailedLink(site, email, "invitation");
    const token = new URL(path, PUBLIC_URL).searchParams.get("token");
    const reset = { token, password: "a long password of hers" };
    const { headers } = await site.call("POST", "/api/auth/reset-password", reset);
    const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
    expect(await pendingOf(site, { cookie })).toEqual([
      { document: "terms", version: CURRENT.terms, url: "/terms", changed: false, since: expect.any(String) },
      {
        document: "privacy",
        version: CURRENT.privacy,
        url: "/privacy",
        changed: false,
        since: expect.any(String),
      },
    ]);
  });

  test("accepts nothing on a site without documents, and what it adds later", async () => {
    const without = await openSite({ databaseUrl: site.databaseUrl });
    const user = await without.signUp();
    expect(await acceptancesOf(user.creator.user_id)).toEqual([]);
    expect(Object.keys(await me(without, user))).not.toContain("pending_documents");
    expect((await pendingOf(site, user)).map(({ document }: { document: string }) => document)).toEqual([
      "terms",
      "privacy",
    ]);
  });
});

describe("a changed text", () => {
  test("is pending alone, with the time since when it is shown, until it is accepted", async () => {
    const user = await site.signUp();
    const node = await openChanged();
    const pending = await pendingOf(node, user);
    expect(pending).toEqual([
      { document: "terms", version: CHANGED.terms, url: "/terms", changed: true, since: expect.any(String) },
    ]);
    const response = await accept(node, user, [{ document: "terms", version: CHANGED.terms }]);
    expect(response.status).toBe(204);
    expect(await pendingOf(node, user)).toEqual([]);
    expect(await acceptancesOf(user.creator.user_id)).toEqual(
      expect.arrayContaining([...BOTH, { document: "terms", version: CHANGED.terms, language: "en" }]),
    );
  });

  test("is pending for administrators, too", async () => {
    const admin = await signUpAdmin(site);
    expect(await pendingOf(await openChanged(), admin)).toHaveLength(1);
  });

  test("asks once for each of two texts while nodes have different ones", async () => {
    const user = await site.signUp();
    const node = await openChanged();
    // The node with the former text receives the answer.
    const { status } = await accept(site, user, [{ document: "terms", version: CHANGED.terms }]);
    expect(status).toBe(204);
    for (const app of [site, node, site, node]) expect(await pendingOf(app, user)).toEqual([]);
  });

  test("is accepted once by two tabs and two clicks at the same time", async () => {
    const user = await site.signUp();
    const node = await openChanged();
    const click = () => accept(node, user, [{ document: "terms", version: CHANGED.terms }]);
    const responses = await Promise.all([click(), click(), click()]);
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await acceptancesOf(user.creator.user_id)).toHaveLength(3);
  });

  test("blocks no route of the API", async () => {
    const user = await site.signUp();
    const node = await openChanged();
    const { status } = await node.call("GET", "/api/tiles", undefined, { cookie: user.cookie });
    expect(status).toBe(200);
  });
});

test("asks again only for another URL", async () => {
  const linked = withDocuments({ terms: "https://company.example/terms" });
  const node = await openChanged(linked);
  const user = await node.signUp();
  expect(await pendingOf(node, user)).toEqual([]);
  const moved = await openChanged(withDocuments({ terms: "https://company.example/terms-2027" }));
  expect(await pendingOf(moved, user)).toMatchObject([
    { document: "terms", url: "https://company.example/terms-2027", changed: true },
  ]);
});

test.each([
  ["a version that no node has shown", [{ document: "terms", version: "0".repeat(64) }], 409],
  ["a version of the other document", [{ document: "privacy", version: CURRENT.terms }], 409],
  ["the imprint", [{ document: "imprint", version: CURRENT.terms }], 400],
  ["a version that is no text", [{ document: "terms", version: 1 }], 400],
  ["no list", null, 400],
])("accepts nothing for %s", async (_what, documents, status) => {
  const user = await site.signUp();
  const response = await site.call("POST", "/api/account/documents", { documents }, { cookie: user.cookie });
  expect(response.status).toBe(status);
  expect(await acceptancesOf(user.creator.user_id)).toHaveLength(2);
});

test("stores each version once with its text", async () => {
  await openChanged();
  await openChanged();
  expect(
    await site.sql`select content, count(*)::int from document_versions where version = ${CHANGED.terms} group by content`,
  ).toEqual([{ content: `${TERMS}\nAlways.\n`, count: 1 }]);
});

test("deletes acceptances with the account, and keeps the versions", async () => {
  const [admin, user] = [await signUpAdmin(site), await site.signUp()];
  const { user_id: id } = user.creator;
  expect((await admin.call("DELETE", `/api/admin/users/${id}`)).status).toBe(204);
  expect(await acceptancesOf(id)).toEqual([]);
  expect(await site.sql`select 1 from document_versions where version = ${CURRENT.terms}`).toHaveLength(1);
});

test("does not count what a stranger accepted for the owner of an account's email", async () => {
  const maker = await site.signUp({ email: "owner-of-email@company.example" });
  provider.signInAs({ sub: "owner", email: maker.email, email_verified: true, name: "Olga" });
  const browser = new TestBrowser(site, PUBLIC_URL);
  await browser.open(await browser.passProvider(await browser.leave()));
  expect(await acceptancesOf(maker.creator.user_id)).toEqual([]);
});
