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
