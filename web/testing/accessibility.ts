import axe from "axe-core";
import { expect } from "vitest";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The rules whose outcome depends on colours and sizes. */
const LOOKS = ["color-contrast", "link-in-text-block", "target-size"];

/**
 * Nothing of WCAG 2.2 A and AA is violated in the light scheme; a test of the colour tokens proves the dark one. The rule
 * that reads the style sheets (no lock of the orientation) is left to the documents of `screens-are-accessible`: reading
 * them takes a third of the time of a look.
 */
export function expectAccessible(): Promise<void> {
  return expectNothingFound(TAGS);
}

/** Of a page that is accessible in one theme: nothing that another theme can change is violated. */
export function expectReadable(): Promise<void> {
  return expectNothingFound(LOOKS);
}

async function expectNothingFound(runOnly: string[]): Promise<void> {
  const { violations } = await axe.run(document, {
    runOnly,
    resultTypes: ["violations"],
    preload: false,
    // A preview is a document of its own, without axe, for whose answer it would wait half a second.
    iframes: false,
    selectors: false,
  });
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html}: ${node.failureSummary}`),
  );
  expect(found).toEqual([]);
}
