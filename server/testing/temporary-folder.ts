import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";

const createFolder = () => mkdtemp(join(tmpdir(), "tessera-test-"));

/** Creates a folder that is deleted with the test that runs, or with each test when a `beforeEach` calls it. */
export async function makeTestFolder(): Promise<string> {
  const folder = await createFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a folder before the tests of a file or a `describe`, and deletes it after them; its path is filled in then. */
export function testFolder(): { path: string } {
  const folder = { path: "" };
  beforeAll(async () => {
    folder.path = await createFolder();
  });
  afterAll(() => rm(folder.path, { recursive: true, force: true }));
  return folder;
}
