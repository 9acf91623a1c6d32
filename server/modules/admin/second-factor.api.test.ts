import { describe, expect, test } from "vitest";
import { mailedLink, mailsTo, rejection, type TestUser } from "../../testing/factories.ts";
import { addPasskey, signInWithPasskey } from "../../testing/passkeys.ts";
import { codeOf, signInToCode, signUpProtected } from "../../testing/second-factor.ts";
import { testSite, testUser } from "../../testing/test-site.ts";
import { REMOVAL_JOB } from "./second-factor.ts";

const site = testSite();
const admin = testUser(site, { admin: true });

const pathOf = (user: TestUser) => `/api/admin/users/${user.creator.user_id}/second-factor-removal`;
const request = (user: TestUser) => admin.call("POST", pathOf(user));
const removalOf = async (user: TestUser) =>
  (await user.call("GET", "/api/account/totp")).body.secondFactor.removedAt;
const askedFor = async (user: TestUser) => (await signInToCode(site, user)).response.status === 202;
/** Moves the removal's time to a number of seconds from now, then runs its job. */
async function endWait(user: TestUser, secondsLeft = 0) {
  await site.sql`update second_factor_removals set due_at = now() + make_interval(secs => ${secondsLeft})
    where user_id = ${user.creator.user_id}`;
  await site.runNow(REMOVAL_JOB);
}
const actionsOn = async (user: TestUser) =>
  (await site.sql`select action from audit_log where subject_id = ${user.creator.user_id} order by id`).map(
    ({ action }) => action,
  );

describe("the removal of a user's second factor", () => {
  test("takes effect after a day, and is announced to the user immediately", async () => {
    const { user } = await signUpProtected(site);
    const response = await request(user);
    expect(response).toMatchObject({ status: 202, body: { removedAt: expect.any(String) } });
    expect((Date.parse(response.body.removedAt) - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    const [mail] = await mailsTo(site, user.email, "second-factor-removal");
    expect(JSON.parse(mail?.html ?? "")).toMatchObject({ removedAt: response.body.removedAt });
    expect(await removalOf(user)).toBe(response.body.removedAt);

    await endWait(user, 60);
    expect(await askedFor(user)).toBe(true);
    await endWait(user);
    expect(await askedFor(user)).toBe(false);
    const changes = await mailsTo(site, user.email, "second-factor-changed");
    expect(JSON.parse(changes.at(-1)?.html ?? "")).toMatchObject({ change: "removed" });
    expect(await actionsOn(user)).toEqual([
      "user.second_factor_removal_requested",
      "user.second_factor_removed",
    ]);
    expect((await admin.call("GET", "/api/admin/audit")).body.entries[0]).toMatchObject({
      action: "user.second_factor_removed",
      actor: { id: admin.creator.user_id },
      subject: { id: user.creator.user_id },
    });
  });

  test("is stopped by the emailed link, once and without a session", async () => {
    const { user } = await signUpProtected(site);
    await request(user);
    const { path, token } = await mailedLink(site, user.email, "second-factor-removal");
    expect(path).toMatch(/^\/auth\/keep-second-factor\?token=[\w-]{43}$/);
    const keep = (given: unknown) => site.call("POST", "/api/auth/second-factor/keep", { token: given });
    expect(await keep("x".repeat(43))).toMatchObject(rejection(400, "second_factor.link_dead"));
    // A scanner that opens the link stops nothing.
    await site.call("GET", path);
    expect(await removalOf(user)).not.toBeNull();
    expect((await keep(token)).status).toBe(204);
    expect(await keep(token)).toMatchObject(rejection(400, "second_factor.link_dead"));
    await endWait(user);
    expect(await askedFor(user)).toBe(true);
  });

  test("ends if the user signs in with a code in the meantime, but not with less", async () => {
    const { user, secret } = await signUpProtected(site);
    const { authenticator } = await addPasskey(user);
    await request(user);
    await signInWithPasskey(site, authenticator);
    const { enter } = await signInToCode(site, user);
    expect((await enter("000000")).status).toBe(400);
    expect(await removalOf(user)).not.toBeNull();
    expect((await enter(codeOf(secret))).status).toBe(200);
    expect(await removalOf(user)).toBeNull();
    await endWait(user);
    expect(await askedFor(user)).toBe(true);
    expect(await actionsOn(user)).toEqual(["user.second_factor_removal_requested"]);
  });

  test("can be stopped by an administrator", async () => {
    const { user } = await signUpProtected(site);
    await request(user);
    expect((await admin.call("DELETE", pathOf(user))).status).toBe(204);
    expect(await admin.call("DELETE", pathOf(user))).toMatchObject({ status: 404 });
    expect(await removalOf(user)).toBeNull();
    expect(await actionsOn(user)).toEqual([
      "user.second_factor_removal_requested",
      "user.second_factor_removal_stopped",
    ]);
  });

  test("is requested once, for a user with a second factor, by a recently authenticated administrator", async () => {
    const { user } = await signUpProtected(site);
    expect((await request(user)).status).toBe(202);
    expect(await request(user)).toMatchObject(rejection(409, "second_factor.removal_requested"));
    expect(await mailsTo(site, user.email, "second-factor-removal")).toHaveLength(1);
    const plain = await site.signUp();
    expect(await request(plain)).toMatchObject(rejection(409, "second_factor.nothing_to_remove"));
    expect(await user.call("POST", pathOf(user))).toMatchObject(rejection(403, "admin.only"));
    expect(await site.call("POST", pathOf(user))).toMatchObject({ status: 401 });
    expect(await admin.call("POST", "/api/admin/users/x/second-factor-removal")).toMatchObject({
      status: 404,
    });
    await site.sql`update sessions set confirmed_at = null where user_id = ${admin.creator.user_id}`;
    expect(await request(user)).toMatchObject(rejection(403, "account.confirm"));
    await site.sql`update sessions set confirmed_at = now() where user_id = ${admin.creator.user_id}`;
  });

  test("ends when its user is deleted", async () => {
    const { user } = await signUpProtected(site);
    await request(user);
    await site.sql`delete from users where id = ${user.creator.user_id}`;
    await site.runNow(REMOVAL_JOB);
    expect(await actionsOn(user)).toEqual(["user.second_factor_removal_requested"]);
  });
});
