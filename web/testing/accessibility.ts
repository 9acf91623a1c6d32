import axe from "axe-core";
import { expect } from "vitest";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * Nothing of WCAG 2.2 A and AA is violated in the light scheme; a test of the colour tokens proves the dark one. The rule
 * that reads the style sheets (no lock of the orientation) is left to the documents of `screens-are-accessible`: reading
 * them takes a third of the time of a look.
 */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document, {
    runOnly: TAGS,
    resultTypes: ["violations"],
    preload: false,
    selectors: false,
  });
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html}: ${node.failureSummary}`),
  );
  expect(found).toEqual([]);
}
