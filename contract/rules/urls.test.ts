import { afterEach, expect, test, vi } from "vitest";
import { detectSource } from "./sources.ts";
import { parseUrl } from "./urls.ts";

afterEach(() => vi.unstubAllGlobals());

test("parses a URL and rejects other text", () => {
  expect(parseUrl("https://tessera.example/a")?.host).toBe("tessera.example");
  expect(parseUrl("/a", "https://tessera.example")?.pathname).toBe("/a");
  expect(parseUrl("/a")).toBeUndefined();
  expect(parseUrl("")).toBeUndefined();
});

test("finds the source of a visit without URL.canParse", () => {
  class OldUrl extends URL {}
  Object.defineProperty(OldUrl, "canParse", { value: undefined });
  vi.stubGlobal("URL", OldUrl);
  expect(detectSource({ search: "", referrer: "https://l.instagram.com/", host: "tessera.example" })).toBe(
    "instagram",
  );
});
