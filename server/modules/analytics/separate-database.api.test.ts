import { describe } from "vitest";
import { layout } from "../../testing/create-database.ts";

// The same tests again with the second layout. Each has its own sites and hooks.
layout.events = "separate";

describe("with a database of visits", () => {
  describe("events", async () => void (await import("./analytics.api.test.ts")));
  describe("the engine", async () => void (await import("./engine.api.test.ts")));
  describe("the fast path", async () => void (await import("./fast-path.api.test.ts")));
  describe("sources", async () => void (await import("./many-sources.api.test.ts")));
  describe("partitions", async () => void (await import("./partitions.api.test.ts")));
  describe("privacy", async () => void (await import("./privacy.api.test.ts")));
  describe("scheduled tiles", async () => void (await import("./scheduled-tiles.api.test.ts")));
  describe("the summary", async () => void (await import("./summary.api.test.ts")));
});
