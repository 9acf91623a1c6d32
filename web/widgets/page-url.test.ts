import { expect, test } from "vitest";
import { pageUrlPreview } from "./page-url.ts";

test("shows the handle as it will be stored", () => {
  expect(pageUrlPreview("tessera.example", " Anna_B ")).toBe("tessera.example/@anna_b");
});

test("shows a placeholder before anything is typed", () => {
  expect(pageUrlPreview("localhost:3000", "")).toBe("localhost:3000/@your-handle");
});

test("shows an invalid handle as typed", () => {
  expect(pageUrlPreview("tessera.example", "50% ü")).toBe("tessera.example/@50% ü");
});
