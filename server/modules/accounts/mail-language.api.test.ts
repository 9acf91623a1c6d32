import { expect, test } from "vitest";
import type { MailModel } from "../../../contract/mails/mails.ts";
import { mailedLink, mailsTo } from "../../testing/factories.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const IN_GERMAN = { "accept-language": "de-AT,en;q=0.5" };
const password = "correct horse battery";
/** A user who registered in a German browser. */
const greta = prepare(() => register("greta", IN_GERMAN));

async function register(handle: string, headers = {}) {
  const user = { email: `${handle}@example.org`, handle, displayName: "Greta Test", password };
  const { status, body, cookies } = await site.call("POST", "/api/auth/register", user, headers);
  expect(status).toBe(201);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  return { email: user.email, id: body.creator.user_id as string, cookie };
}
const signIn = (email: string, headers: Record<string, string>) =>
  site.call("POST", "/api/auth/login", { email, password }, headers);
const call = (cookie: string, path: string, body: object) => site.call("POST", path, body, { cookie });

/** Returns the languages of the emails of a kind, oldest first. Undefined is English. */
const languagesOf = async (to: string, mail: MailModel["mail"]) =>
  (await mailsTo(site, to, mail)).map(({ html }) => JSON.parse(html).language);
/** Requests a new password and returns the language of its email. */
async function languageOfReset(email: string) {
  expect((await site.call("POST", "/api/auth/forgot-password", { email })).status).toBe(204);
  return (await languagesOf(email, "reset-password")).at(-1);
}

test("is that of the browser in which the user registered or last signed in", async () => {
  expect(await languagesOf(greta.email, "verify-email")).toEqual(["de"]);
  expect(await languageOfReset(greta.email)).toBe("de");
  await signIn(greta.email, { "accept-language": "fr" });
  expect(await languageOfReset(greta.email)).toBe("fr");
  await signIn(greta.email, { "accept-language": "sv" });
  expect(await languageOfReset(greta.email)).toBe("en");
  await signIn(greta.email, IN_GERMAN);
});

test("is the language that the user has chosen, whatever the browser's is", async () => {
  const { cookie, email } = await register("francine", IN_GERMAN);
  await call(cookie, "/api/account/language", { language: "fr" });
  expect(await languageOfReset(email)).toBe("fr");
  await call(cookie, "/api/account/language", { language: "en" });
  expect(await languageOfReset(email)).toBe("en");
  await call(cookie, "/api/account/language", { language: null });
  expect(await languageOfReset(email)).toBe("de");
});

test("falls back to the browser's for a choice that the console no longer speaks, and to English", async () => {
  const { id, email } = await register("xenia", IN_GERMAN);
  await site.sql`update users set language = 'xx' where id = ${id}`;
  expect(await languageOfReset(email)).toBe("de");
  await site.sql`update users set browser_language = 'yy' where id = ${id}`;
  expect(await languageOfReset(email)).toBeUndefined();
  await site.sql`update users set browser_language = null where id = ${id}`;
  expect(await languageOfReset(email)).toBeUndefined();
});

test("holds for emails to a former and to a new address of the account", async () => {
  const { id, email, cookie } = await register("gerda", IN_GERMAN);
  await site.sql`update users set email_verified_at = now() where id = ${id}`;
  expect((await call(cookie, "/api/account/email", { email: "new@example.net" })).status).toBe(200);
  expect(await languagesOf("new@example.net", "confirm-email")).toEqual(["de"]);
  const { token } = await mailedLink(site, "new@example.net", "confirm-email");
  expect((await call(cookie, "/api/account/email/confirm", { token })).status).toBe(204);
  expect(await languagesOf(email, "email-changed")).toEqual(["de"]);
});
