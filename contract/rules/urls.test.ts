import { afterEach, expect, test, vi } from "vitest";
import { detectSource } from "./sources.ts";
import { parseUrl } from "./urls.ts";

afterEach(() => vi.unstubAllGlobals());

test("a URL is parsed, other text is rejected", () => {
  expect(parseUrl("https://tessera.example/a")?.host).toBe("tessera.example");
  expect(parseUrl("/a", "https://tessera.example")?.pathname).toBe("/a");
  expect(parseUrl("/a")).toBeUndefined();
  expect(parseUrl("")).toBeUndefined();
});

test("the source of a visit is found in a browser without URL.canParse", () => {
  class OldUrl extends URL {}
  Object.defineProperty(OldUrl, "canParse", { value: undefined });
  vi.stubGlobal("URL", OldUrl);
  expect(detectSource({ search: "", referrer: "https://l.instagram.com/", host: "tessera.example" })).toBe(
    "instagram",
  );
});
