import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";

const createFolder = () => mkdtemp(join(tmpdir(), "tessera-test-"));

/** Creates a folder that is deleted after the current test, or after each test if a `beforeEach` calls it. */
export async function makeTestFolder(): Promise<string> {
  const folder = await createFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Creates a folder before the tests of a file or a `describe`, and deletes it after them. Its path is set
 * once it exists.
 */
export function testFolder(): { path: string } {
  const folder = { path: "" };
  beforeAll(async () => {
    folder.path = await createFolder();
  });
  afterAll(() => rm(folder.path, { recursive: true, force: true }));
  return folder;
}
