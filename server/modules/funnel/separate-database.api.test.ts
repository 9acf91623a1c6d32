import { describe } from "vitest";
import { layout } from "../../testing/create-database.ts";

// The same tests again with the second layout. Each has its own sites and hooks.
layout.events = "separate";

describe("with a database of visits", () => {
  describe("the funnel", async () => void (await import("./funnel.api.test.ts")));
  describe("the digest", async () => void (await import("./digest.api.test.ts")));
});
