import { expect, test } from "vitest";
import { THEME_NAMES, ThemeName } from "../../../contract/api/appearance.ts";
import { newsConsent } from "../../../contract/rules/consent.ts";
import { readPage } from "../../testing/read-page.ts";
import { THEMES } from "../../themes/themes.ts";

type Part = ReturnType<typeof readPage>["shown"];

const readLanding = (signedIn = false) => readPage({ page: "landing", signedIn });
const areasOf = (page: Part) => ({
  main: page.one("main"),
  navigation: page.named("nav", "Main menu"),
  footer: page.named("nav", "Footer"),
});
const hrefOf = (area: Part, name: string) => area.named("a", name).attributes.href;

/** Returns the section with this heading. */
function regionOf(page: Part, heading: string): Part {
  const { id = "" } = page.named("h2", heading).attributes;
  return page.one("section", { "aria-labelledby": id });
}

test("leads visitors to the demo, the sample analytics and the registration", () => {
  const { shown, whole } = readLanding();
  const { main, navigation, footer } = areasOf(shown);
  for (const [area, name, href] of [
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
  ] as const)
    expect(hrefOf(area, name), name).toBe(href);
  expect(whole.names("button")).not.toContain("Logout");
});

test("leads a signed-in creator to the dashboard", () => {
  const { shown, whole } = readLanding(true);
  const { main, navigation, footer } = areasOf(shown);
  expect(hrefOf(navigation, "Go to dashboard")).toBe("/dashboard");
  expect(hrefOf(main, "Choose Creator")).toBe("/dashboard/settings");
  expect(hrefOf(footer, "Feedback")).toBe("/dashboard?feedback=%2F");
  expect(navigation.names("button")).toContain("Logout");
  expect(whole.names("a")).not.toContain("Explore demo");
});

test("hides samples from screen readers and keyboard", () => {
  const { whole } = readLanding();
  const region = regionOf(whole, "More than a list of links");
  expect(region.readable("li")).toHaveLength(5);
  expect(region.names("button")).toEqual([]);
  const samples = region.all().filter(({ attributes }) => attributes.class?.split(" ").includes("sample"));
  expect(samples).toHaveLength(5);
  for (const { attributes } of samples)
    expect(attributes).toMatchObject({ inert: "", "aria-hidden": "true" });
  expect(samples.map(({ text }) => text).join()).toMatch(/€38\.00.*Buy.*Sign up.*YouTube/s);
  expect(region.all("form")).toEqual([]);
  expect(region.all().filter(({ attributes }) => "data-enhance" in attributes)).toEqual([]);
  const ids = whole.all().flatMap(({ attributes }) => attributes.id ?? []);
  expect(ids).toEqual([...new Set(ids)]);
});

test("shows the samples with prices and consent in the page's language", () => {
  const { shown } = readPage({ page: "landing", signedIn: false, pageLanguage: "de" });
  expect(shown.text).toMatch(/38,00\s€/);
  expect(shown.text).toContain(newsConsent("de").text);
  expect(shown.text).not.toContain(newsConsent("en").text);
});

test("shows themes as frames that load lazily", () => {
  const region = regionOf(readLanding().shown, "A look of your own");
  const frames = region.all("iframe");
  expect(frames.length).toBeGreaterThan(5);
  for (const frame of frames) {
    const { themeName = "" } = /^\/themes\/(?<themeName>\w+)$/.exec(frame.attributes.src ?? "")?.groups ?? {};
    expect(THEME_NAMES).toContain(themeName);
    expect(region.text).toContain(THEMES[ThemeName.parse(themeName)].label);
    expect(frame.closest(({ attributes }) => "inert" in attributes)).not.toBeNull();
    expect(frame.attributes.loading).toBe("lazy");
  }
});
