import { expect } from "vitest";

/** Expects a role on every part of the table: laid out as a grid, some browsers drop the implied one. */
export function expectTableRoles(table: Element): void {
  const parts = [table, ...table.querySelectorAll("thead, tbody, tr, th, td")];
  const unnamed = parts.filter((part) => !part.hasAttribute("role")).map(({ tagName }) => tagName);
  expect(unnamed, "parts without a role").toEqual([]);
}
