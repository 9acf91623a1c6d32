import { afterAll, beforeAll } from "vitest";
import type { TestUser } from "./factories.ts";
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

/** Signs a user up before the tests of a file or a `describe`. */
export function testUser(site: TestApp, given: GivenUser = {}): TestUser {
  const user = {} as TestUser;
  beforeAll(async () => {
    Object.assign(user, await site.signUp(given));
  });
  return user;
}
