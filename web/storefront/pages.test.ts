import { expect, test } from "vitest";
import type { PageModel } from "../../contract/pages.ts";
import { modulesOf, scriptsOf } from "./pages.ts";

test("pages of links and plain forms load no script", () => {
  const pages = [
    { page: "creator-missing" },
    { page: "creator-unavailable" },
    { page: "legal-missing" },
    { page: "checkout-missing" },
    { page: "order-missing" },
    { page: "sandbox-missing" },
    {
      page: "checkout-return",
      status: "pending",
      downloadToken: null,
      handle: null,
      orderToken: null,
      isReceiptSent: null,
    },
  ] satisfies PageModel[];
  for (const model of pages) {
    expect(scriptsOf(model), model.page).toBe("none");
    expect(modulesOf(model), model.page).toBeNull();
  }
});

test("the landing page hydrates only for a signed-in creator, who can log out there", () => {
  expect(modulesOf({ page: "landing", signedIn: false })).toEqual([]);
  expect(scriptsOf({ page: "landing", signedIn: true })).toBe("on interaction");
  expect(modulesOf({ page: "landing", signedIn: true })).toEqual([
    "web/app/hydrate.tsx",
    "web/storefront/landing/landing-page.tsx",
  ]);
});
