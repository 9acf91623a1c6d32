import { afterAll, beforeAll, onTestFinished } from "vitest";
import { signUpAs, type TestUser, type UserKind } from "./factories.ts";
import { createTestApp, type TestApp, type TestOptions } from "./harness.ts";
import { prepare } from "./prepare.ts";

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

/** Signs a user up before the tests of a file or a `describe`. */
export const testUser = (site: TestApp, kind: UserKind = {}): TestUser => prepare(() => signUpAs(site, kind));
