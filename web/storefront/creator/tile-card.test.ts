import { expect, test } from "vitest";
import { aCreatorPage } from "../../testing/buyer-entities.ts";
import { aTile } from "../../testing/console-entities.ts";
import { readPage } from "../../testing/read-page.ts";

const letterOf = (tile: Parameters<typeof aTile>[0]) => {
  const { html } = readPage(aCreatorPage({ tiles: [aTile({ title: "Watch", ...tile })] }));
  return /<span aria-hidden="true" class="tile-letter[^>]*>(.*?)<\/span>/.exec(html)?.[1] ?? "";
};

test.each(["https://www.youtube.com/watch?v=1", "https://youtu.be/1", "https://m.tiktok.com/@mara"])(
  "shows the platform's logo on a link without a picture: %s",
  (url) => expect(letterOf({ type: "link", url })).toMatch(/^<svg width="1.2em"/),
);

test.each([
  { type: "link", url: "https://youtube.com.example/" },
  { type: "link", url: "https://mara.example/" },
  { type: "signup", url: null },
] as const)("shows the first letter on other tiles: $url", (tile) => {
  expect(letterOf(tile)).toBe("W");
});

test("breaks the name of a site before its dots, and leaves other titles as they are", () => {
  const nameOf = (title: string) => {
    const { html } = readPage(aCreatorPage({ tiles: [aTile({ type: "link", title })] }));
    return /<span class="tile-name"[^>]*>(.*?)<\/span>/.exec(html)?.[1];
  };
  expect(nameOf("tickets.example.com")).toBe("tickets<wbr/>.example<wbr/>.com");
  expect(nameOf("News on a.example now")).toBe("News on a.example now");
  expect(nameOf("Wait...")).toBe("Wait...");
});
