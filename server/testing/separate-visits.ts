import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe } from "vitest";
import { layout } from "./create-database.ts";

/** Runs files of API tests, named from the URL of the calling one, again with visits in a database of their own. Each has its own sites and hooks. */
export function testWithSeparateVisits(caller: string, files: Record<string, string>): void {
  beforeAll(() => {
    layout.events = "separate";
  });
  // The next file of the worker has the first layout again.
  afterAll(() => {
    delete layout.events;
  });
  describe("with a database of visits", () => {
    for (const [name, file] of Object.entries(files)) {
      // With the query the file is read again, also by a worker that has run it before.
      const path = `${fileURLToPath(new URL(file, caller))}?separate`;
      describe(name, async () => void (await import(path)));
    }
  });
}
