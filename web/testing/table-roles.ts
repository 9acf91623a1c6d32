import { expect } from "vitest";

/** Every part of the table names its role: laid out as a grid, some browsers drop the implied one. */
export function expectTableRoles(table: Element): void {
  const parts = [table, ...table.querySelectorAll("thead, tbody, tr, th, td")];
  const unnamed = parts.filter((part) => !part.hasAttribute("role")).map(({ tagName }) => tagName);
  expect(unnamed, "parts without a role").toEqual([]);
}
