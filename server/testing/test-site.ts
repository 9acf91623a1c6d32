import { afterAll, beforeAll, beforeEach, onTestFinished } from "vitest";
import { type TestUser, upgrade, verifyEmail } from "./factories.ts";
import { createTestApp, type TestApp, type TestOptions } from "./harness.ts";
import type { GivenUser } from "./requests.ts";

/** Starts the application before the tests of a file or a `describe`, and closes it after them. What it returns is filled in then; options that need a value of an earlier hook are a function. */
export function testSite(options: TestOptions | (() => TestOptions) = {}): TestApp {
  const site = {} as TestApp;
  let opened: TestApp | undefined;
  beforeAll(async () => {
    opened = await createTestApp(typeof options === "function" ? options() : options);
    Object.assign(site, opened);
  });
  afterAll(() => opened?.close());
  return site;
}

/** Starts an application for the test that runs, or for each test when a `beforeEach` calls it, and closes it after that. */
export async function openSite(options: TestOptions = {}): Promise<TestApp> {
  const site = await createTestApp(options);
  onTestFinished(() => site.close());
  return site;
}

/** Makes what the tests of a file or a `describe` need, before them; the object is filled in then. */
export function prepare<T extends object>(make: () => Promise<T>): T {
  const made = {} as T;
  beforeAll(async () => void Object.assign(made, await make()));
  return made;
}

/** Makes what each test needs anew, before it. */
export function prepareEach<T extends object>(make: () => Promise<T>): T {
  const made = {} as T;
  beforeEach(async () => void Object.assign(made, await make()));
  return made;
}

type TestUserOptions = GivenUser & { verified?: true; admin?: true; plan?: "creator" };

/** Signs a user up before the tests of a file or a `describe`. */
export function testUser(site: TestApp, { verified, admin, plan, ...more }: TestUserOptions = {}): TestUser {
  return prepare(async () => {
    const user = await site.signUp(more);
    const { user_id: userId } = user.creator;
    if (verified) await verifyEmail(site, user);
    if (admin) await site.sql`update users set is_admin = true where id = ${userId}`;
    if (plan) await upgrade(site, user);
    return user;
  });
}
