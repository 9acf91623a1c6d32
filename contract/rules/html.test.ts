import { expect, test } from "vitest";
import { escapeHtml } from "./html.ts";

test("escapes markup in a name", () => {
  expect(escapeHtml(`"><script>'&`)).toBe("&quot;&gt;&lt;script&gt;&#39;&amp;");
});
