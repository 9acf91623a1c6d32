import { testWithSeparateVisits } from "../../testing/separate-visits.ts";

testWithSeparateVisits(import.meta.url, {
  "the funnel": "./funnel.api.test.ts",
  "the digest": "./digest.api.test.ts",
});
