import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { DEFAULT_APPEARANCE } from "../../../contract/api/appearance.ts";
import { expectAccessibleAndFits, expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderPage } from "../../testing/render-page.tsx";

const renderLanding = () => renderPage({ page: "landing", signedIn: false });
const navigation = page.getByRole("navigation", { name: "Main menu" });

afterEach(() => page.viewport(1280, 860));

test("lists the features and both plans", async () => {
  await renderLanding();
  const headings = [...document.querySelectorAll("h3")].map(({ textContent }) => textContent);
  expect(headings).toEqual([
    "Sell from the first day",
    "Privacy-friendly analytics",
    "Downloads that expire",
    "A shop that pays you",
    "A page for every product",
    "An audience of your own",
    "Players that wait",
    "Tiles that come and go",
    "Free",
    "Creator",
  ]);
  const plan = (name: string) =>
    page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });
  for (const text of ["€0", "5% platform fee", "1 page", "Up to 5 tiles", "Basic analytics"])
    await expect.element(plan("Free").getByText(text, { exact: true })).toBeVisible();
  for (const text of ["€9", "0% platform fee", "Unlimited tiles", "Branding removed", "Priority support"])
    await expect.element(plan("Creator").getByText(text, { exact: true })).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test.each(["light", "dark"] as const)("keeps a theme's sample accessible, %s", async (scheme) => {
  await renderPage(
    { page: "theme-sample", appearance: { ...DEFAULT_APPEARANCE, theme: "poster" } },
    { scheme },
  );
  expect(document.querySelector("#tiles .tile")).not.toBeNull();
  expect(document.querySelector("dialog, template, form")).toBeNull();
  await expectAccessibleAtEveryWidth();
});

test("closes the phone's menu by Escape, by a click outside, and by its button", async () => {
  await page.viewport(360, 740);
  await renderLanding();
  const menu = page.getByText("Menu", { exact: true });
  await menu.click();
  await expect.element(navigation).toBeVisible();
  await expectAccessibleAndFits();
  await userEvent.keyboard("{Escape}");
  await expect.element(navigation).not.toBeInTheDocument();
  expect(document.activeElement?.localName).toBe("summary");
  await menu.click();
  await expect.element(navigation).toBeVisible();
  await page.getByText("Free to start.").click();
  await expect.element(navigation).not.toBeInTheDocument();
  await menu.click();
  await expect.element(navigation).toBeVisible();
  await menu.click();
  await expect.element(navigation).not.toBeInTheDocument();
});
