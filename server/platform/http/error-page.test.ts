import { expect, test } from "vitest";
import { DEFAULT_SITE } from "../../../contract/rules/site.ts";
import { errorPage } from "./error-page.ts";

test("names the operator's site, with its logo", () => {
  const html = errorPage({
    title: "That did not work",
    text: "Try again.",
    action: { href: "/", text: "To the front page" },
    site: { ...DEFAULT_SITE, name: "Salt & Stone", logo: "/site-logo-1.png" },
  });
  expect(html).toContain("<title>That did not work · Salt &amp; Stone</title>");
  expect(html).toContain('<main><img src="/site-logo-1.png"');
  expect(html).not.toContain("<svg");
});

test("shows the words of an error as text, because they may name a product", () => {
  const html = errorPage({
    title: "That did not work",
    text: "“<img src=x onerror=alert(1)>” is sold out.",
    action: { href: "/", text: "To the front page" },
    site: DEFAULT_SITE,
  });
  expect(html).toContain("“&lt;img src=x onerror=alert(1)&gt;” is sold out.");
});
