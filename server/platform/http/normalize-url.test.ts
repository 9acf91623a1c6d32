import { expect, test } from "vitest";
import { normalizeUrl } from "./normalize-url.ts";

test.each([
  ["http://evil.example/@demo/", "/@demo/"],
  ["HTTPS://u:p@evil.example:81/report/?a=http://b.example/", "/report/?a=http://b.example/"],
  ["http://evil.example?x=1", "/?x=1"],
  ["http://evil.example", "/"],
  ["/@demo/?next=http://evil.example/", "/@demo/?next=http://evil.example/"],
  ["/%40demo", "/@demo"],
])("routes a request for %s as %s", (requested, url) => {
  expect(normalizeUrl(requested)).toBe(url);
});
