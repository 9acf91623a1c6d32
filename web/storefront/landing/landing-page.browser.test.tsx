import { afterEach, expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { DEFAULT_APPEARANCE, THEME_NAMES, ThemeName } from "../../../contract/api/appearance.ts";
import { expectAccessibleAndFits, expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { THEMES } from "../../themes/themes.ts";

const renderLanding = (signedIn = false) => renderPage({ page: "landing", signedIn });
const main = page.getByRole("main");
const navigation = page.getByRole("navigation", { name: "Main" });
const footer = page.getByRole("navigation", { name: "Footer" });

afterEach(() => page.viewport(1280, 860));

async function expectLinks(links: readonly (readonly [Locator, string, string])[]) {
  for (const [area, name, href] of links)
    await expect.element(area.getByRole("link", { name, exact: true })).toHaveAttribute("href", href);
}

test("leads visitors to the demo, the sample analytics and the registration", async () => {
  await renderLanding();
  await expectLinks([
    [navigation, "Explore demo", "/@demo"],
    [navigation, "Creator login", "/auth"],
    [navigation, "Start for free", "/auth?tab=register"],
    [main, "Create your page", "/auth?tab=register"],
    [main, "View interactive demo", "/@demo"],
    [main, "Preview analytics", "/demo/analytics"],
    [main, "Start for free", "/auth?tab=register"],
    [main, "Choose Creator", "/auth?redirect=%2Fdashboard%2Fsettings&tab=register"],
    [footer, "Demo", "/@demo"],
    [footer, "Creator login", "/auth"],
  ]);
  await expect.element(page.getByRole("button", { name: "Logout" })).not.toBeInTheDocument();
});

test("leads a signed-in creator to the dashboard", async () => {
  await renderLanding(true);
  await expectLinks([
    [navigation, "Go to dashboard", "/dashboard"],
    [main, "Choose Creator", "/dashboard/settings"],
    [footer, "Feedback", "/dashboard?feedback=%2F"],
  ]);
  await expect.element(navigation.getByRole("button", { name: "Logout" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Explore demo" })).not.toBeInTheDocument();
});

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

test("hides samples from screen readers and keyboard", async () => {
  await renderLanding();
  const region = page.getByRole("region", { name: "More than a list of links" });
  await expect.element(region.getByRole("listitem").first()).toBeVisible();
  expect(region.getByRole("listitem").all()).toHaveLength(5);
  for (const name of ["Buy", "Sign up", "Play here"])
    await expect.element(region.getByRole("button", { name })).not.toBeInTheDocument();
  const samples = [...region.element().querySelectorAll(".sample")];
  expect(samples).toHaveLength(5);
  expect(samples.every((sample) => sample.matches("[inert][aria-hidden=true]"))).toBe(true);
  expect(samples.map(({ textContent }) => textContent).join()).toMatch(/€38\.00.*Buy.*Sign up.*YouTube/s);
  expect(region.element().querySelector("form, [data-enhance]")).toBeNull();
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
});

test("shows themes as frames that load when they come near", async () => {
  await renderLanding();
  const region = page.getByRole("region", { name: "A look of your own" });
  const frames = [...region.element().querySelectorAll("iframe")];
  expect(frames.length).toBeGreaterThan(5);
  for (const frame of frames) {
    const { themeName = "" } =
      /^\/themes\/(?<themeName>\w+)$/.exec(frame.getAttribute("src") ?? "")?.groups ?? {};
    expect(THEME_NAMES).toContain(themeName);
    await expect.element(region.getByText(THEMES[ThemeName.parse(themeName)].label)).toBeVisible();
    expect(frame.closest("[inert]")).not.toBeNull();
    expect(frame.loading).toBe("lazy");
  }
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
