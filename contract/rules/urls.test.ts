import { expect, test } from "vitest";
import { parseUrl } from "./urls.ts";

test("parses a URL and rejects other text", () => {
  expect(parseUrl("https://tessera.example/a")?.host).toBe("tessera.example");
  expect(parseUrl("/a", "https://tessera.example")?.pathname).toBe("/a");
  expect(parseUrl("/a")).toBeUndefined();
  expect(parseUrl("")).toBeUndefined();
});
