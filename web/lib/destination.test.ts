import { expect, test } from "vitest";
import { destinationAfterSignIn, isConsolePath, redirectTarget } from "./destination.ts";

test("leads to the requested path after signing in", () => {
  expect(destinationAfterSignIn("?redirect=%2Fdashboard%2Fproducts%3Fsort%3Dname")).toBe(
    "/dashboard/products?sort=name",
  );
});

test("leads to the dashboard without a requested path", () => {
  expect(destinationAfterSignIn("")).toBe("/dashboard");
});

test.each(["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/%09/evil"])(
  "never leaves the site after signing in: %s",
  (redirect) => {
    expect(destinationAfterSignIn(`?${new URLSearchParams({ redirect })}`)).toBe("/dashboard");
  },
);

test.each(["/auth", "/auth/", "/auth?redirect=/auth"])(
  "never leads back to the login after signing in: %s",
  (redirect) => {
    expect(destinationAfterSignIn(`?${new URLSearchParams({ redirect })}`)).toBe("/dashboard");
  },
);

test.each(["/api/auth/verify?token=abc", "/api", "/uploads/a/240.webp", "/assets/console.js"])(
  "leads to no API call and no file after signing in: %s",
  (redirect) => {
    expect(destinationAfterSignIn(`?${new URLSearchParams({ redirect })}`)).toBe("/dashboard");
  },
);

test("passes on only paths of this site", () => {
  expect(redirectTarget("?redirect=%2Fdashboard%3Fa%3D1&tab=register")).toBe("/dashboard?a=1");
  expect(redirectTarget("")).toBeUndefined();
  expect(redirectTarget("?redirect=//evil.example")).toBeUndefined();
  expect(redirectTarget("?redirect=/auth")).toBeUndefined();
  expect(redirectTarget(`?redirect=/${"a".repeat(3000)}`)).toBeUndefined();
});

test("distinguishes pages of the console from pages of the server", () => {
  expect(isConsolePath("/dashboard/products?x=1#y")).toBe(true);
  expect(isConsolePath("/dashboard/")).toBe(true);
  expect(isConsolePath("/@anna")).toBe(false);
  expect(isConsolePath("/")).toBe(false);
});
