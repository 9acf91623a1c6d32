import { beforeEach, describe, expect, test } from "vitest";
import { TestBrowser } from "../../testing/browser.ts";
import {
  addTile,
  ageProof,
  askForReset,
  offerFile,
  rejection,
  signUpVerified,
  type TestUser,
} from "../../testing/factories.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { testProvider } from "../../testing/test-open-id.ts";
import { testSite } from "../../testing/test-site.ts";

const provider = testProvider();
const site = testSite(() => ({ openId: provider.connect() }));
const other = testSite(() => ({
  databaseUrl: site.databaseUrl,
  storage: site.storage,
  openId: provider.connect(),
}));
const PASSWORD = "the owner's own one";
/** A stranger who registered with the owner's email and put something into the account. */
let maker: TestUser;
beforeEach(async () => {
  maker = await site.signUp();
  await addTile(maker);
  await offerFile(site, maker);
});

type Call = (method: "GET" | "POST" | "DELETE", path: string) => ReturnType<typeof site.call>;
const callWith =
  (cookie: string, node = site): Call =>
  (method, path) =>
    node.call(method, path, undefined, { cookie });

/** Proves the ownership by a reset link, in a browser without a session of the account. */
async function byReset(headers: Record<string, string> = {}): Promise<string> {
  const body = { token: await askForReset(site, maker.email), password: PASSWORD };
  const { status, cookies } = await site.call("POST", "/api/auth/reset-password", body, headers);
  expect(status).toBe(204);
  return `${cookies[0]?.name}=${cookies[0]?.value}`;
}

async function byProvider(): Promise<string> {
  provider.signInAs({ sub: maker.email, email: maker.email, email_verified: true });
  const owner = new TestBrowser(site, PUBLIC_URL);
  await owner.signInElsewhere();
  return owner.cookies.header;
}

/** Opens the verification link while signed out, then sets a password. */
async function byLinkSignedOut(): Promise<string> {
  const [sent] = (await site.sentMails()).filter(
    ({ to, subject }) => to === maker.email && subject === "verify-email",
  );
  const link = new URL(sent?.mainLink ?? "");
  await site.call("GET", link.pathname + link.search);
  return byReset();
}

const prepared = async (call: Call) => (await call("GET", "/api/account/prepared")).body.prepared;
const reclaimedAt = async (call: Call) => (await call("GET", "/api/creators/me")).body.creator.reclaimed_at;

/** Expects that the stranger can no longer sign in, on any node. */
async function expectMakerOut(): Promise<void> {
  for (const node of [site, other]) {
    expect((await callWith(maker.cookie, node)("GET", "/api/creators/me")).status).toBe(401);
    const { email, password } = maker;
    expect((await node.call("POST", "/api/auth/login", { email, password })).status).toBe(401);
  }
}

describe.each([
  ["a reset link", byReset],
  ["a provider", byProvider],
  ["the verification link opened signed out, and a reset", byLinkSignedOut],
])("an owner of the email who proves it by %s", (_name, prove) => {
  test("sees the contents and keeps them", async () => {
    const call = callWith(await prove());
    expect(await prepared(call)).toEqual({
      handle: maker.handle,
      display_name: maker.displayName,
      created_at: expect.any(String),
      tiles: 2,
      products: 1,
      files: 1,
      audience: 0,
    });
    expect(await reclaimedAt(call)).not.toBeNull();
    expect((await call("POST", "/api/account/prepared/keep")).status).toBe(204);
    expect(await prepared(call)).toBeNull();
    expect(await reclaimedAt(call)).toBeNull();
    expect((await call("GET", "/api/tiles")).body.tiles).toHaveLength(2);
    expect(await call("DELETE", "/api/account/prepared")).toMatchObject(
      rejection(409, "account_data.prepared_settled"),
    );
    await expectMakerOut();
  });

  test("sees the contents and deletes them immediately, with a recent confirmation", async () => {
    const call = callWith(await prove());
    await ageProof(site, maker);
    expect(await call("DELETE", "/api/account/prepared")).toMatchObject(rejection(403, "account.confirm"));
    await site.sql`update sessions set confirmed_at = now() where user_id = ${maker.creator.user_id}`;
    expect((await call("DELETE", "/api/account/prepared")).status).toBe(204);
    expect(await site.sql`select 1 from users where email = ${maker.email}`).toEqual([]);
    expect(await site.sql`select 1 from tiles where creator_id = ${maker.creator.id}`).toEqual([]);
    expect((await site.call("GET", `/@${maker.handle}`)).status).toBe(404);
    await expectMakerOut();
    // The email is free at once.
    await site.signUp({ email: maker.email });
  });
});

test("asks nothing of a user who proves the email in the browser that registered", async () => {
  const call = callWith(await byReset({ cookie: maker.cookie }));
  expect([await prepared(call), await reclaimedAt(call)]).toEqual([null, null]);
});

test("asks nothing of a verified user who resets the password, or of a provider's new user", async () => {
  maker = await signUpVerified(site);
  expect(await prepared(callWith(await byReset()))).toBeNull();
  maker = { ...maker, email: `new-${maker.email}` };
  expect(await prepared(callWith(await byProvider()))).toBeNull();
});

test("accepts one of two choices that are sent to two nodes at once", async () => {
  const cookie = await byReset();
  const [kept, deleted] = await Promise.all([
    callWith(cookie)("POST", "/api/account/prepared/keep"),
    callWith(cookie, other)("DELETE", "/api/account/prepared"),
  ]);
  const isThere = (await site.sql`select 1 from users where id = ${maker.creator.user_id}`).length === 1;
  expect([204, 401]).toContain(kept.status);
  expect(deleted.status).toBe(isThere ? 409 : 204);
});

test("lets the email's owner delete a prepared account that is suspended", async () => {
  await site.sql`update creators set suspension = 'account', suspended_for = 'rules' where id = ${maker.creator.id}`;
  expect((await callWith(await byReset())("DELETE", "/api/account/prepared")).status).toBe(204);
});

test("shows and deletes nothing without a session or for other users", async () => {
  const anna = await signUpVerified(site);
  expect(await prepared(anna.call)).toBeNull();
  expect((await anna.call("DELETE", "/api/account/prepared")).status).toBe(409);
  for (const [method, path] of [
    ["GET", ""],
    ["POST", "/keep"],
    ["DELETE", ""],
  ] as const)
    expect((await site.call(method, `/api/account/prepared${path}`)).status).toBe(401);
});

test("cancels the stranger's request for deletion when the owner keeps the account", async () => {
  expect((await maker.call("POST", "/api/account/deletion")).status).toBe(202);
  const call = callWith(await byReset());
  expect((await site.call("GET", `/@${maker.handle}`)).status).toBe(404);
  expect((await call("POST", "/api/account/prepared/keep")).status).toBe(204);
  expect((await call("GET", "/api/account/deletion")).body.deletion.scheduled_for).toBeNull();
  for (const node of [site, other]) expect((await node.call("GET", `/@${maker.handle}`)).status).toBe(200);
  // The owner's own request stays.
  expect((await call("POST", "/api/account/deletion")).status).toBe(202);
  const again = await site.call("POST", "/api/auth/login", { email: maker.email, password: PASSWORD });
  const signedIn = callWith(`${again.cookies[0]?.name}=${again.cookies[0]?.value}`);
  expect((await signedIn("POST", "/api/account/prepared/keep")).status).toBe(204);
  const { body } = await signedIn("GET", "/api/account/deletion");
  expect(body.deletion.scheduled_for).toEqual(expect.any(String));
});
