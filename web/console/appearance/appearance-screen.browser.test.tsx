import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type Appearance, appearanceRoutes, DEFAULT_APPEARANCE } from "../../../contract/api/appearance.ts";
import { pagePreviewRoutes } from "../../../contract/api/page-preview.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aCreator } from "../../testing/console-entities.ts";
import { expectFitsPhone } from "../../testing/phone.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { endSession, signIn } from "../../testing/session.ts";

const CORRECTION = { scheme: "light", chosen: "#ffee00", shown: "#6b6300" } as const;

async function open({
  plan = "creator",
  saved = {},
}: {
  plan?: "free" | "creator";
  saved?: Partial<Appearance>;
} = {}) {
  const appearance = { ...DEFAULT_APPEARANCE, ...saved };
  const rendered = await renderConsole("/dashboard/appearance", {
    creator: aCreator({ plan }),
    server: (fake) => fake.respond(appearanceRoutes.show, { appearance, shown: appearance, corrections: [] }),
  });
  const { server } = rendered;
  const previews = server.respond(pagePreviewRoutes.render, ({ body }) => ({
    html: `<!doctype html><html lang="en"><head><title>Page</title></head><body><main><h1>${JSON.stringify(body).length}</h1></main></body></html>`,
    corrections: JSON.stringify(body).includes("#ffee00") ? [CORRECTION] : [],
    scheme: null,
  }));
  const saves = server.respond(appearanceRoutes.save, { appearance, shown: appearance, corrections: [] });
  await expect.element(page.getByRole("radio", { name: /^Plaster/ })).toBeInTheDocument();
  return { ...rendered, previews, saves };
}
const theme = (name: string) => page.getByRole("radio", { name: new RegExp(`^${name}`) });
const button = (name: string) => page.getByRole("button", { name, exact: true });

test("previews, undoes and saves a choice", async () => {
  const { previews, saves } = await open();
  await expect.element(theme("Plaster")).toBeChecked();
  await page.getByText("Broadsheet", { exact: true }).click();
  await expect
    .poll(() => previews.at(-1)?.body)
    .toMatchObject({ appearance: { theme: "broadsheet" }, scheme: "light" });
  await expect.element(page.getByText("Not saved yet")).toBeVisible();
  await button("Undo").click();
  await expect.element(theme("Plaster")).toBeChecked();
  await expect.element(button("Undo")).toBeDisabled();
  await page.getByText("Broadsheet", { exact: true }).click();
  await page.getByLabelText("Layout").selectOptions("Grid of three");
  await button("Save appearance").click();
  await expect.poll(() => saves.length).toBe(1);
  expect(saves[0]?.body).toEqual({ theme: "broadsheet", layout: "grid" });
});

test("previews the dark scheme and a wide screen", async () => {
  const { previews } = await open();
  await button("Dark").click();
  await expect.poll(() => previews.at(-1)?.body).toMatchObject({ scheme: "dark" });
  await button("Wide").click();
  await expect.element(page.getByTitle("Preview of your page")).toHaveStyle({ width: "1280px" });
});

test("offers no scheme for the preview of a page that is always dark", async () => {
  const { server, saves } = await open();
  server.respond(pagePreviewRoutes.render, {
    html: "<!doctype html><title>Page</title>",
    corrections: [],
    scheme: "dark",
  });
  await page.getByLabelText("Your pages are shown").selectOptions("Always dark");
  await expect.element(page.getByRole("button", { name: "Light", exact: true })).not.toBeInTheDocument();
  await button("Save appearance").click();
  await expect.poll(() => saves[0]?.body).toEqual({ scheme: "dark" });
});

test("names an unreadable colour and its replacement", async () => {
  await open();
  await page.getByLabelText("Accent colour").fill("#ffee00");
  await expect.element(page.getByText(/links and focus rings are shown in #6b6300/)).toBeVisible();
  await button("Use the theme's own").click();
  await expect.element(page.getByText(/links and focus rings/)).not.toBeInTheDocument();
});

test("restores the look of a new page by Reset and reverts that by Undo", async () => {
  await open({ saved: { theme: "arcade", accent: "#112233" } });
  await button("Reset").click();
  await expect.element(theme("Plaster")).toBeChecked();
  await button("Undo").click();
  await expect.element(theme("Arcade")).toBeChecked();
});

test("previews every choice on the Free plan and leads from paid choices to the upgrade", async () => {
  const { previews } = await open({ plan: "free" });
  await page.getByLabelText("Tile shape").selectOptions("Circle");
  await expect.poll(() => previews.at(-1)?.body).toMatchObject({ appearance: { tileShape: "circle" } });
  await expect.element(page.getByText("Some of these choices are part of the Creator plan.")).toBeVisible();
  await expect.element(button("Save appearance")).toBeDisabled();
  await expect.element(page.getByRole("link", { name: "Upgrade" })).toBeVisible();
  await button("Undo").click();
  await expect.element(button("Save appearance")).toBeEnabled();
});

test("says that a save failed and keeps the choices", async () => {
  const { server } = await open();
  server.fail(appearanceRoutes.save, { status: 503, error: "The service is not available right now." });
  await page.getByText("Crumb", { exact: true }).click();
  await button("Save appearance").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("The service is not available right now.");
  await expect.element(theme("Crumb")).toBeChecked();
});

test("is accessible and fits a phone", async () => {
  await open({ plan: "free" });
  await expectAccessible();
  await page.viewport(360, 780);
  await expectFitsPhone();
});

test("fits the narrowest phone with a cover image", async () => {
  await open({ saved: { cover_url: "https://images.example/cover.webp" } });
  await expect.element(button("Remove cover image")).toBeVisible();
  await expectFitsPhone();
});

test("keeps the preview in view on a phone while choices are made", async () => {
  await open();
  await page.viewport(360, 780);
  (await page.getByLabelText("Layout").findElement()).scrollIntoView({ block: "center" });
  await expect.element(page.getByTitle("Preview of your page")).toBeInViewport();
  // The bar with the buttons takes one line, so that the choices fit between it and the preview.
  const tops = ["Save appearance", "Undo", "Reset"].map(
    (name) => button(name).element().getBoundingClientRect().top,
  );
  expect(new Set(tops).size).toBe(1);
});

test("loads a failed preview again on request", async () => {
  const { server } = await open();
  server.fail(pagePreviewRoutes.render, { status: 500, error: "" });
  await button("Dark").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Couldn't load the preview.");
  server.respond(pagePreviewRoutes.render, {
    html: "<!doctype html><title>Page</title>",
    corrections: [],
    scheme: null,
  });
  await button("Try again").click();
  await expect.element(page.getByTitle("Preview of your page")).toBeVisible();
});

/** Opens the screen, makes choices, then lets another device save `saved`. */
async function openSavedElsewhere(saved: Partial<Appearance>, choose?: () => Promise<void>) {
  const { server, queryClient, saves } = await open();
  await choose?.();
  const appearance = { ...DEFAULT_APPEARANCE, ...saved };
  server.respond(appearanceRoutes.show, { appearance, shown: appearance, corrections: [] });
  await queryClient.invalidateQueries({ queryKey: ["appearance"], exact: true });
  return { saves };
}

test("follows another device's save without counting it as a change", async () => {
  await openSavedElsewhere({ theme: "crumb" });
  await expect.element(theme("Crumb")).toBeChecked();
  await expect.element(page.getByText("Not saved yet")).not.toBeInTheDocument();
});

test("keeps a choice beside another device's save and saves only that choice", async () => {
  const { saves } = await openSavedElsewhere({ theme: "crumb" }, () =>
    page.getByLabelText("Layout").selectOptions("Grid of three"),
  );
  await expect.element(theme("Crumb")).toBeChecked();
  await expect.element(page.getByText("Not saved yet")).toBeVisible();
  await button("Save appearance").click();
  await expect.poll(() => saves.length).toBe(1);
  expect(saves[0]?.body).toEqual({ layout: "grid" });
});

test("restores an unsaved theme after signing in again and keeps fields saved meanwhile", async () => {
  const { server, queryClient } = await open();
  await page.getByText("Crumb", { exact: true }).click();
  endSession(server, appearanceRoutes.save);
  await button("Save appearance").click();
  await expect.element(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  const appearance: Appearance = { ...DEFAULT_APPEARANCE, layout: "list" };
  server.respond(appearanceRoutes.show, { appearance, shown: appearance, corrections: [] });
  queryClient.removeQueries({ queryKey: ["appearance"] });
  await signIn(server, aCreator({ plan: "creator" }));
  await expect.element(theme("Crumb")).toBeChecked();
  await expect.element(page.getByLabelText("Layout")).toHaveValue("list");
  await expect.element(page.getByText("We kept your unsaved changes.")).toBeVisible();
  await expect.element(page.getByText("Not saved yet")).toBeVisible();
});
