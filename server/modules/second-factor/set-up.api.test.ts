import { Secret } from "otpauth";
import { expect, test } from "vitest";
import { mailsTo, rejection, signUpVerified, type TestUser } from "../../testing/factories.ts";
import { codeOf, enableSecondFactor, signInToCode } from "../../testing/second-factor.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));

const show = async (user: TestUser) => (await user.call("GET", "/api/account/totp")).body.secondFactor;
const setUp = async (user: TestUser) => (await user.call("POST", "/api/account/totp")).body.setUp;
const changesOf = async (user: TestUser) =>
  (await mailsTo(site, user.email, "second-factor-changed")).map(({ html }) => JSON.parse(html).change);

test("turns the second factor on with the first code and emails the user", async () => {
  const anna = await signUpVerified(site);
  expect(await show(anna)).toMatchObject({ enabledAt: null, recoveryCodesLeft: 0, removedAt: null });
  const { secret, uri, qr } = await setUp(anna);
  expect(uri).toContain(`secret=${secret}`);
  expect(qr).toContain("<svg");
  expect((await signInToCode(site, anna)).response.status).toBe(200);
  const enabled = await anna.call("POST", "/api/account/totp/enable", { code: codeOf(secret) });
  expect(enabled).toMatchObject({ status: 200, body: { recoveryCodes: { length: 10 } } });
  expect(await show(anna)).toMatchObject({ enabledAt: expect.any(String), recoveryCodesLeft: 10 });
  expect((await signInToCode(site, anna)).response.status).toBe(202);
  expect(await changesOf(anna)).toEqual(["enabled"]);
});

test("hides the secret and the recovery codes in the database and after the setup", async () => {
  const anna = await site.signUp();
  const { secret, recoveryCodes } = await enableSecondFactor(site, anna);
  const rows = [
    ...(await site.sql`select encode(sealed_secret, 'hex') as text from second_factors`),
    ...(await site.sql`select encode(code_hash, 'hex') as text from recovery_codes`),
  ];
  const stored = rows.map(({ text }) => Buffer.from(text, "hex").toString("latin1")).join();
  const bytes = Buffer.from(Secret.fromBase32(secret).bytes).toString("latin1");
  const typed = recoveryCodes.map((code) => code.replaceAll("-", ""));
  for (const plain of [secret, bytes, ...recoveryCodes, ...typed]) expect(stored).not.toContain(plain);
  expect(site.logLines.join()).not.toContain(secret);
  expect(await anna.call("POST", "/api/account/totp")).toMatchObject(
    rejection(409, "second_factor.already_enabled"),
  );
  expect(Object.keys(await show(anna)).sort()).toEqual([
    "blocksAdmin",
    "enabledAt",
    "recoveryCodesLeft",
    "removedAt",
  ]);
});

test("requires the newer code after another tab replaced the setup", async () => {
  const anna = await site.signUp();
  const [first, second] = [await setUp(anna), await setUp(anna)];
  const enable = (secret: string) => anna.call("POST", "/api/account/totp/enable", { code: codeOf(secret) });
  const digits = await anna.call("POST", "/api/account/totp/enable", { code: "١٢٣٤٥٦" });
  expect(digits).toMatchObject(rejection(400, "second_factor.wrong_code"));
  expect(await enable(first.secret)).toMatchObject({
    status: 400,
    body: { code: "second_factor.wrong_code", details: { fieldErrors: { code: [expect.any(String)] } } },
  });
  expect((await enable(second.secret)).status).toBe(200);
});

test("gives recovery codes to one of two tabs that finish at once", async () => {
  const anna = await site.signUp();
  const code = codeOf((await setUp(anna)).secret);
  const responses = await Promise.all(
    [site, other].map((at) => at.call("POST", "/api/account/totp/enable", { code }, { cookie: anna.cookie })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [{ count }] =
    await site.sql`select count(*) from recovery_codes where user_id = ${anna.creator.user_id}`;
  expect(Number(count)).toBe(10);
});

test("refuses a code without a setup", async () => {
  const anna = await site.signUp();
  expect(await anna.call("POST", "/api/account/totp/enable", { code: "123456" })).toMatchObject(
    rejection(409, "second_factor.not_started"),
  );
  expect(await anna.call("POST", "/api/account/recovery-codes")).toMatchObject(
    rejection(409, "second_factor.not_enabled"),
  );
  expect((await anna.call("DELETE", "/api/account/totp")).status).toBe(204);
  expect(await changesOf(anna)).toEqual([]);
});

test("replaces the old recovery codes with new ones", async () => {
  const anna = await signUpVerified(site);
  const { recoveryCodes } = await enableSecondFactor(site, anna);
  const renewed = await anna.call("POST", "/api/account/recovery-codes");
  expect(renewed).toMatchObject({ status: 201, body: { recoveryCodes: { length: 10 } } });
  const { enter } = await signInToCode(site, anna);
  expect((await enter(recoveryCodes[0] ?? "")).status).toBe(400);
  expect((await enter(renewed.body.recoveryCodes[0])).status).toBe(200);
  expect(await changesOf(anna)).toEqual(["enabled", "codes-renewed", "code-used"]);
});

test("asks for no code and accepts none once it is off", async () => {
  const anna = await signUpVerified(site);
  const { secret, recoveryCodes } = await enableSecondFactor(site, anna);
  const { enter } = await signInToCode(site, anna);
  expect((await anna.call("DELETE", "/api/account/totp")).status).toBe(204);
  expect((await enter(codeOf(secret))).status).toBe(401);
  expect((await enter(recoveryCodes[0] ?? "")).status).toBe(401);
  expect((await signInToCode(site, anna)).response.status).toBe(200);
  expect(await changesOf(anna)).toEqual(["enabled", "disabled"]);
  expect(await show(anna)).toMatchObject({ enabledAt: null, recoveryCodesLeft: 0 });
});

test.each([
  ["POST", "/api/account/totp"],
  ["POST", "/api/account/totp/enable"],
  ["DELETE", "/api/account/totp"],
  ["POST", "/api/account/recovery-codes"],
] as const)("requires a recently confirmed session for %s %s", async (method, path) => {
  const anna = await site.signUp();
  await site.sql`update sessions set confirmed_at = now() - interval '10 min 1 s' where user_id = ${anna.creator.user_id}`;
  expect(await anna.call(method, path)).toMatchObject(rejection(403, "account.confirm"));
  expect(await site.call(method, path)).toMatchObject({ status: 401 });
});
