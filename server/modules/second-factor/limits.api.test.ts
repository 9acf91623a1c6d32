import { beforeEach, expect, test } from "vitest";
import { signUpVerified } from "../../testing/factories.ts";
import type { TestOptions } from "../../testing/harness.ts";
import { addPasskey, signInWithPasskey } from "../../testing/passkeys.ts";
import { awaitNextCode, codeOf, enableSecondFactor, signInToCode } from "../../testing/second-factor.ts";
import { testSite } from "../../testing/test-site.ts";

const OPTIONS: TestOptions = { limits: "database", trustProxy: ["127.0.0.1"] };
const site = testSite(OPTIONS);
const other = testSite(() => ({ ...OPTIONS, databaseUrl: site.databaseUrl }));
beforeEach(() => site.sql`delete from rate_limits`);

let networks = 0;
const newNetwork = () => ({ "x-forwarded-for": `198.51.${networks++}.7` });
const times = (status: number, count: number) => Array<number>(count).fill(status);
/** Returns a code that is wrong at any time. */
const wrongCode = (secret: string) => {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return (
    ["111111", "222222", "333333", "444444", "555555", "666666"].find((code) => !right.includes(code)) ?? ""
  );
};

async function protectedUser() {
  const user = await signUpVerified(site);
  const factor = await enableSecondFactor(site, user);
  const home = newNetwork();
  const { enter } = await signInToCode(site, user, home);
  expect((await enter(codeOf(factor.secret), site, home)).status).toBe(200);
  await awaitNextCode(site, user);
  await site.sql`delete from rate_limits`;
  return { user, home, ...factor, wrong: wrongCode(factor.secret) };
}

test("allows one network ten codes per account in a quarter of an hour, over all nodes", async () => {
  const { user, secret, recoveryCodes, wrong } = await protectedUser();
  const network = newNetwork();
  const { enter } = await signInToCode(site, user, network);
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt++)
    statuses.push((await enter(wrong, attempt % 2 ? other : site, network)).status);
  expect(statuses).toEqual([...times(400, 10), 429, 429]);
  expect((await enter(codeOf(secret), site, network)).status).toBe(429);
  expect((await enter(recoveryCodes[0] ?? "", site, network)).status).toBe(429);
  // The owner signs in from another network.
  expect((await enter(codeOf(secret), site, newNetwork())).status).toBe(200);
});

test("restores the attempts after a right code", async () => {
  const { user, secret, home, wrong } = await protectedUser();
  for (let round = 0; round < 2; round++) {
    const { enter } = await signInToCode(site, user, home);
    for (let attempt = 0; attempt < 6; attempt++) expect((await enter(wrong, site, home)).status).toBe(400);
    expect((await enter(codeOf(secret), site, home)).status).toBe(200);
    await awaitNextCode(site, user);
    await site.sql`delete from rate_limits where key like 'POST %'`;
  }
});

test("allows many networks fifty codes per account and day, without locking its user out", async () => {
  const { user, secret, recoveryCodes, home, wrong } = await protectedUser();
  const { authenticator } = await addPasskey(user);
  const { enter } = await signInToCode(site, user, newNetwork());
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 52; attempt++)
    statuses.push((await enter(wrong, attempt % 2 ? other : site, newNetwork())).status);
  expect(statuses).toEqual([...times(400, 50), 429, 429]);
  expect((await enter(codeOf(secret), site, newNetwork())).status).toBe(429);
  const known = await signInToCode(site, user, home);
  expect((await known.enter(codeOf(secret), other, home)).status).toBe(200);
  const elsewhere = await signInToCode(site, user, newNetwork());
  expect((await elsewhere.enter(recoveryCodes[0] ?? "", site, newNetwork())).status).toBe(200);
  expect((await signInWithPasskey(site, authenticator)).response.status).toBe(200);
});
