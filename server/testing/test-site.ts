import { afterAll, beforeAll, onTestFinished } from "vitest";
import { signUpAs, type TestUser, type UserKind } from "./factories.ts";
import { createTestApp, type TestApp, type TestOptions } from "./harness.ts";
import { prepare } from "./prepare.ts";

/**
 * Starts the application before the tests of a file or a `describe`, and closes it after them. The returned
 * object is empty until then. Pass a function if the options need values of earlier hooks.
 */
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

/**
 * Starts an application for the current test, or for each test if a `beforeEach` calls it, and closes it
 * afterwards.
 */
export async function openSite(options: TestOptions = {}): Promise<TestApp> {
  const site = await createTestApp(options);
  onTestFinished(() => site.close());
  return site;
}

/** Signs a user up before the tests of a file or a `describe`. */
export const testUser = (site: TestApp, kind: UserKind = {}): TestUser => prepare(() => signUpAs(site, kind));
