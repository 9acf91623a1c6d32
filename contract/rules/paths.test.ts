import fc from "fast-check";
import { expect, test } from "vitest";
import { forAll } from "./for-all.test-kit.ts";
import { paths, safePath } from "./paths.ts";

test.for([
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/%09/evil.example",
  "/\t/evil.example",
  "/%2fevil.example",
  "/%5cevil.example",
  "/..//evil.example",
  "/./%2e%2e//evil.example",
  "/a/..//evil.example",
  "javascript:alert(1)",
  "https:evil.example",
  "dashboard",
  "",
  null,
  undefined,
])("returns the fallback for %j", (wanted) => {
  expect(safePath(wanted, "/dashboard")).toBe("/dashboard");
});

test("returns the fallback for a path that is too long", () => {
  expect(safePath(`/${"a".repeat(5000)}`, "/dashboard")).toBe("/dashboard");
});

test("returns a path of this site with its query and fragment", () => {
  expect(safePath("/dashboard/products?page=2#last", "/")).toBe("/dashboard/products?page=2#last");
  expect(safePath("/a/../b", "/")).toBe("/b");
});

test("never returns a path that leads a browser to another site", () => {
  const own = "https://tessera.example";
  const nasty = fc.string({
    unit: fc.constantFrom("/", "\\", "@", ":", "%", ".", "?", "#", "\t", "2f", "5c", "evil"),
  });
  forAll(
    fc.oneof(
      fc.string(),
      nasty.map((end) => `/${end}`),
      fc.webUrl(),
    ),
    (wanted) => {
      expect(new URL(safePath(wanted, "/dashboard"), own).origin).toBe(own);
    },
  );
});

test("escapes parameters of a URL", () => {
  expect(paths.download("../../x?y")).toBe("/api/orders/download/..%2F..%2Fx%3Fy");
  expect(paths.creator('"><script>')).toBe("/@%22%3E%3Cscript%3E");
  expect(paths.checkoutReturn({ status: "success", handle: undefined, downloadToken: "a&b" })).toBe(
    "/checkout/return?status=success&downloadToken=a%26b",
  );
  expect(paths.auth()).toBe("/auth");
});
