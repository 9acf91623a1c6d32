import satori from "satori";
import { expect, test } from "vitest";
import { PREVIEW_SIZE, type PreviewModel } from "../../contract/pages/previews.ts";
import { PreviewCard } from "./card.tsx";
import { previewFonts } from "./fonts.ts";

const plain: PreviewModel = {
  handle: "mara",
  displayName: "Mara Lindt",
  bio: null,
  avatar: null,
  site: { name: "Tessera", logo: null },
  tiles: [],
};
/** The x at which the tiles start. */
const MOSAIC = 620;

test.each<[string, Partial<PreviewModel>]>([
  ["a name", {}],
  ["a name of one long word", { displayName: "W".repeat(100) }],
  ["a bio of one long word", { bio: "w".repeat(500) }],
  ["a long handle beside a name", { handle: "w".repeat(32) }],
  ["a long handle in place of a name", { handle: "w".repeat(32), displayName: "مريم" }],
])("keeps %s beside the tiles", async (_what, given) => {
  const model = { ...plain, ...given };
  const svg = await satori(<PreviewCard model={model} />, {
    ...PREVIEW_SIZE,
    fonts: await previewFonts("gallery"),
  });
  const words = [...svg.matchAll(/<g><path fill="[^"]+" d="([^"]+)"/g)].map(([, points = ""]) => points);
  expect(words.length).toBeGreaterThan(1);
  for (const points of words) expect(rightEdge(points)).toBeLessThan(MOSAIC);
});

/** The largest x of letters rendered as paths. */
function rightEdge(points: string): number {
  return Math.max(...[...points.matchAll(/(-?[\d.]+) -?[\d.]+/g)].map(([, x]) => Number(x)));
}
