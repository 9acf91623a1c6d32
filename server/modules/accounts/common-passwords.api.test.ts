import { expect, test } from "vitest";
import { askForReset, fieldRejection, mailedLink, signUpAdmin } from "../../testing/factories.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();

const COMMON = [
  "password",
  "12345678",
  "iloveyou",
  "123456789",
  "Password1",
  "QWERTYUIOP",
  "ｐａｓｓｗｏｒｄ",
];
const OWN = ["long-handle", "LONG-HANDLE", "Long.Email@Example.org", "long.email"];
const rejected = (code: string, text: string) => ({
  status: 400,
  body: { code, details: { fieldErrors: { password: [text] }, formErrors: [] } },
});
const tooCommon = rejected("accounts.common_password", "This password is too common. Choose another one.");
const ownName = rejected("accounts.own_name_as_password", "Password must not be your email or handle.");

test("rejects common passwords and the user's own email or handle at registration", async () => {
  const register = (password: string) =>
    site.call("POST", "/api/auth/register", {
      email: "long.email@example.org",
      handle: "long-handle",
      displayName: "L",
      password,
    });
  for (const password of COMMON) expect(await register(password), password).toMatchObject(tooCommon);
  for (const password of OWN) expect(await register(password), password).toMatchObject(ownName);
  expect((await register("long-handle and more")).status).toBe(201);
});

test("rejects them for a reset link and an invitation, which still work afterwards", async () => {
  const admin = await signUpAdmin(site);
  const anna = await site.signUp({ email: "long.email2@example.org", handle: "long-handle-2" });
  const invited = { email: "long.email3@example.org", handle: "long-handle-3", displayName: "I" };
  await admin.call("POST", "/api/admin/users", invited);
  const links = [
    { token: await askForReset(site, anna.email), email: anna.email, handle: anna.handle },
    { ...invited, token: (await mailedLink(site, invited.email, "invitation")).token },
  ];
  for (const { token, email, handle } of links) {
    const reset = (password: string) => site.call("POST", "/api/auth/reset-password", { token, password });
    expect(await reset("iloveyou")).toMatchObject(tooCommon);
    for (const password of [email, email.toUpperCase(), email.split("@")[0] ?? "", handle])
      expect(await reset(password), password).toMatchObject(ownName);
    expect((await reset("a password of its own")).status).toBe(204);
  }
});

test("rejects a display name with direction overrides or other invisible controls", async () => {
  const anna = await site.signUp();
  const save = (displayName: string) =>
    anna.call("POST", "/api/creators/me", { handle: anna.handle, displayName });
  for (const control of ["\u202a", "\u202e", "\u2066", "\u2069", "\u200b", "\ufeff"]) {
    expect(await save(`An${control}na`), JSON.stringify(control)).toMatchObject(
      fieldRejection("displayName", expect.stringContaining("invisible")),
    );
  }
  for (const name of ["Anna", "\u05d0\u05e0\u05d4", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"]) {
    expect((await save(name)).status, name).toBe(200);
  }
});
