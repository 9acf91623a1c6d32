import { expect, test } from "vitest";
import { kindOf } from "./tile-type-labels.tsx";

test("calls the tile of a service by its own word, and others by the type of the tile", () => {
  expect(kindOf({ type: "product", product: { type: "service" } }).label).toBe("Service");
  expect(kindOf({ type: "product", product: { type: "digital" } }).label).toBe("Product");
  expect(kindOf({ type: "tip", product: { type: "tip" } }).label).toBe("Tip");
  expect(kindOf({ type: "link", product: null }).label).toBe("Link");
});
