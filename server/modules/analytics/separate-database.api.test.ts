import { testWithSeparateVisits } from "../../testing/separate-visits.ts";

testWithSeparateVisits(import.meta.url, {
  events: "./analytics.api.test.ts",
  "the engine": "./engine.api.test.ts",
  sources: "./many-sources.api.test.ts",
  partitions: "./partitions.api.test.ts",
  "scheduled tiles": "./scheduled-tiles.api.test.ts",
  "the summary": "./summary.api.test.ts",
});
