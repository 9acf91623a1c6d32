import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe } from "vitest";
import { layout } from "../../testing/create-database.ts";

// The same tests again with the second layout. Each has its own sites and hooks.
beforeAll(() => {
  layout.events = "separate";
});
// The next file of the worker has the first layout again.
afterAll(() => {
  delete layout.events;
});

/** Registers the tests of a file, also where its worker has run that file before. */
const again = (file: string): Promise<unknown> =>
  import(`${fileURLToPath(new URL(file, import.meta.url))}?separate`);

describe("with a database of visits", () => {
  describe("events", async () => void (await again("./analytics.api.test.ts")));
  describe("the engine", async () => void (await again("./engine.api.test.ts")));
  describe("the fast path", async () => void (await again("./fast-path.api.test.ts")));
  describe("sources", async () => void (await again("./many-sources.api.test.ts")));
  describe("partitions", async () => void (await again("./partitions.api.test.ts")));
  describe("privacy", async () => void (await again("./privacy.api.test.ts")));
  describe("scheduled tiles", async () => void (await again("./scheduled-tiles.api.test.ts")));
  describe("the summary", async () => void (await again("./summary.api.test.ts")));
  describe("the funnel", async () => void (await again("../funnel/funnel.api.test.ts")));
  describe("the digest", async () => void (await again("../funnel/digest.api.test.ts")));
});
