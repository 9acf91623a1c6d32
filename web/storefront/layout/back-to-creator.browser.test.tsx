import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { BackToCreator } from "./back-to-creator.tsx";

test("keeps the words of a link with a long handle on one line", async () => {
  await page.viewport(320, 600);
  await render(
    <div style={{ width: 240 }}>
      <BackToCreator handle="mara-0d88dc031e4d" />
    </div>,
  );
  const link = page.getByRole("link", { name: "Back to @mara-0d88dc031e4d" }).element();
  const words = document.createRange();
  const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode();
  if (!text) throw new Error("no text");
  words.selectNodeContents(text);
  const lines = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)));
  expect(lines.size).toBe(1);
});
