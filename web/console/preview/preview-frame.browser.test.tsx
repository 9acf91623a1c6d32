import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { PreviewFrame } from "./preview-frame.tsx";

const tile = (id: number, title: string) => `<li data-tile="${id}"><a href="/">${title}</a></li>`;
const pageOf = (attributes: string, tiles: string) =>
  `<!doctype html><html ${attributes}><head><title>Page</title><style>li { color: red }</style></head><body class="page"><ul>${tiles}</ul><p>Hello <b>you</b></p></body></html>`;
const framed = () => document.querySelector("iframe")?.contentDocument;
const tileInFrame = (id: number) => framed()?.querySelector(`[data-tile="${id}"]`);

test("replaces only the differences when a page is shown again", async () => {
  const show = (html: string) => <PreviewFrame html={html} device="phone" />;
  const { rerender } = await render(show(pageOf('lang="en" class="wide"', tile(1, "One") + tile(2, "Two"))));
  await expect.poll(() => tileInFrame(2)?.textContent).toBe("Two");
  const [first, style] = [tileInFrame(1), framed()?.querySelector("style")];

  await rerender(show(pageOf('lang="ar" dir="rtl"', tile(1, "One") + tile(2, "The second"))));
  await expect.poll(() => tileInFrame(2)?.textContent).toBe("The second");
  expect(tileInFrame(1)).toBe(first);
  expect(framed()?.querySelector("style")).toBe(style);
  expect(framed()?.documentElement).toMatchObject({ lang: "ar", dir: "rtl", className: "" });

  await rerender(show(pageOf('lang="ar" dir="rtl"', tile(3, "Three"))));
  await expect.poll(() => framed()?.querySelectorAll("li").length).toBe(1);
  expect(framed()?.body.textContent).toBe("ThreeHello you");
});
