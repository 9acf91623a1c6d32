import { expect, test } from "vitest";
import { makeKey } from "../../testing/api-keys.ts";
import { ageProof, mailsTo, rejection, signUpVerified } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));
const olga = testUser(site, { admin: true, verified: true });
const anna = prepareEach(() => signUpVerified(site));

const INVALID = rejection(401, "api_keys.invalid");
const pathOf = (user = anna) => `/api/admin/users/${user.creator.user_id}/api-keys`;
const keysOf = async () => (await olga.call("GET", `/api/admin/users/${anna.creator.user_id}`)).body.api_keys;
/** Requests the tiles from both nodes. */
const statuses = async ({ secret }: { secret: string }) => {
  const headers = { authorization: `Bearer ${secret}` };
  const responses = [site, other].map((node) => node.call("GET", "/api/tiles", undefined, headers));
  return (await Promise.all(responses)).map(({ status }) => status);
};
const told = async () =>
  (await mailsTo(site, anna.email, "api-keys-revoked")).map(({ html }) => JSON.parse(html).names);
const entries = async () => (await olga.call("GET", `/api/admin/users/${anna.creator.user_id}`)).body.entries;

test("an administrator sees the keys of a page without their secrets", async () => {
  const { key, secret } = await makeKey(site, anna, ["page:read", "orders:read"], { name: "Till" });
  await makeKey(site, olga, ["page:read"]);
  expect(await statuses({ secret })).toEqual([200, 200]);
  const shown = await keysOf();
  expect(shown).toMatchObject([
    {
      id: key.id,
      name: "Till",
      prefix: secret.slice(0, 10),
      scopes: ["page:read", "orders:read"],
      state: "active",
      last_used_at: expect.stringMatching(/Z$/),
    },
  ]);
  expect(JSON.stringify(shown)).not.toContain(secret.slice(0, 11));
});

test("an administrator revokes one key on both nodes, and its owner is emailed", async () => {
  const [till, shop] = [
    await makeKey(site, anna, ["page:read"], { name: "Till" }),
    await makeKey(site, anna, ["page:read"], { name: "Shop" }),
  ];
  expect((await olga.call("DELETE", `${pathOf()}/${till.key.id}`)).status).toBe(204);
  expect([await statuses(till), await statuses(shop)]).toEqual([
    [401, 401],
    [200, 200],
  ]);
  expect(await till.call("GET", "/api/tiles")).toMatchObject(INVALID);
  expect((await keysOf()).map(({ state }: { state: string }) => state)).toEqual(["active", "revoked"]);
  expect(await told()).toEqual([["Till"]]);
  expect(await entries()).toMatchObject([
    { action: "user.api_keys_revoked", actor: { id: olga.creator.user_id }, after: { key: till.key.id } },
  ]);
  expect(await olga.call("DELETE", `${pathOf()}/${till.key.id}`)).toMatchObject(rejection(404, "not_found"));
});

test("an administrator revokes all keys of a page at once, with one email and one entry", async () => {
  const keys = [
    await makeKey(site, anna, ["page:read"], { name: "A" }),
    await makeKey(site, anna, ["page:read"], { name: "B" }),
  ];
  const foreign = await makeKey(site, olga, ["page:read"]);
  const [first, second] = await Promise.all(
    [site, other].map((node) => node.call("DELETE", pathOf(), undefined, { cookie: olga.cookie })),
  );
  expect([first?.status, second?.status]).toEqual([204, 204]);
  for (const key of keys) expect(await statuses(key)).toEqual([401, 401]);
  expect(await statuses(foreign)).toEqual([200, 200]);
  const names = [
    ...(await told()),
    ...(await mailsTo(other, anna.email, "api-keys-revoked")).map(({ html }) => JSON.parse(html).names),
  ];
  expect(names.map((mailed) => mailed.toSorted())).toEqual([["A", "B"]]);
  expect(await entries()).toMatchObject([{ action: "user.api_keys_revoked", after: { keys: 2 } }]);
});

test("rejects a key of another page, an unknown user, a creator and an old proof", async () => {
  const foreign = await makeKey(site, olga, ["page:read"]);
  expect(await olga.call("DELETE", `${pathOf()}/${foreign.key.id}`)).toMatchObject(
    rejection(404, "not_found"),
  );
  expect(await olga.call("DELETE", `${pathOf()}/nonsense`)).toMatchObject(rejection(404, "not_found"));
  const nobody = "/api/admin/users/00000000-0000-4000-8000-000000000000/api-keys";
  expect(await olga.call("DELETE", nobody)).toMatchObject(rejection(404, "not_found"));
  expect(await anna.call("DELETE", pathOf(olga))).toMatchObject(rejection(403, "admin.only"));
  expect(await statuses(foreign)).toEqual([200, 200]);
  await ageProof(site, olga);
  expect(await olga.call("DELETE", pathOf(olga))).toMatchObject(rejection(403, "account.confirm"));
});
