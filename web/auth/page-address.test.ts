import { expect, test } from "vitest";
import { pageAddressPreview } from "./page-address.ts";

test("the page address shows the handle as it will be stored", () => {
  expect(pageAddressPreview("tessera.example", " Anna_B ")).toBe("tessera.example/@anna_b");
});

test("the page address shows what to type before anything is typed", () => {
  expect(pageAddressPreview("localhost:3000", "")).toBe("localhost:3000/@your-handle");
});

test("a handle that cannot be is still shown as typed", () => {
  expect(pageAddressPreview("tessera.example", "50% ü")).toBe("tessera.example/@50% ü");
});
