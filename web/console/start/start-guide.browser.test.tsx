import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { appearanceRoutes, DEFAULT_APPEARANCE } from "../../../contract/api/appearance.ts";
import { creatorRoutes } from "../../../contract/api/creators.ts";
import { linkPreviewRoutes } from "../../../contract/api/link-previews.ts";
import { type Tile, tileRoutes } from "../../../contract/api/tiles.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aCreator, aTile } from "../../testing/console-entities.ts";
import { renderDashboard } from "../../testing/dashboard.ts";
import { expectAccessibleAndFits } from "../../testing/phone.ts";

const look = { appearance: DEFAULT_APPEARANCE, shown: DEFAULT_APPEARANCE, corrections: [] };

async function openDashboard(tiles: Tile[] = []) {
  const opened = await renderDashboard({
    creator: aCreator({ display_name: "Vera" }),
    tiles: () => tiles,
    server: (server) => {
      server.respond(appearanceRoutes.show, look);
      server.fail(linkPreviewRoutes.create, { status: 400, error: "Could not read the page." });
    },
  });
  const saves = opened.server.respond(creatorRoutes.save, ({ body }) => ({
    creator: aCreator({ display_name: "Vera", bio: (body as { bio: string }).bio }),
  }));
  const themes = opened.server.respond(appearanceRoutes.save, ({ body }) => {
    const appearance = { ...DEFAULT_APPEARANCE, ...(body as object) };
    return { ...look, appearance, shown: appearance };
  });
  opened.server.respond(tileRoutes.create, ({ body }) => {
    const tile = aTile({ id: tiles.length + 1, ...(body as object) });
    tiles.push(tile);
    return { tile };
  });
  return { ...opened, saves, themes };
}

const step = (name: string) => page.getByRole("heading", { name });
const button = (name: string | RegExp) => page.getByRole("button", { name });
const steps = page.getByRole("region", { name: "First steps" });

async function pasteLinks(text: string) {
  await page.getByLabelText("Paste links").fill(text);
  await button("Review links").click();
}

test("fills an empty page in four steps: profile, look, links, sharing", async () => {
  const { saves, themes } = await openDashboard();
  await expect.element(step("Your picture and bio")).toBeVisible();
  await expect.element(page.getByText("No tiles available yet.")).toBeVisible();
  await expect.element(steps).not.toBeInTheDocument();
  await expectAccessibleAndFits();

  await page.getByRole("textbox", { name: "Bio" }).fill("I bake.");
  await button("Next").click();
  await expect.element(step("Choose a look")).toHaveFocus();
  expect(saves.map(({ body }) => body)).toEqual([
    { handle: "vera", displayName: "Vera", bio: "I bake.", avatarUrl: "" },
  ]);
  const themesShown = page.getByRole("group", { name: "Theme", exact: true }).getByRole("radio");
  await expect.poll(() => themesShown.all().length).toBe(3);
  await page.getByRole("radio", { name: /^Poster/ }).click({ force: true });
  await expect.poll(() => themes.map(({ body }) => body)).toEqual([{ theme: "poster" }]);
  await button("More themes").click();
  await expect.poll(() => themesShown.all().length).toBe(12);
  await expectAccessible();

  await button("Next").click();
  await pasteLinks("https://example.org/a\nhttps://example.org/b");
  await button("Add 2 links").click();
  await expect.element(step("Your page is ready")).toBeVisible();
  await expect.element(page.getByLabelText("Link to this page")).toHaveValue(`${location.origin}/@vera`);
  await expect.element(button("Edit example.org").first()).toBeVisible();
  await expectAccessibleAndFits();
  await button("Done").click();
  await expect.element(page.getByLabelText("Link to this page")).not.toBeInTheDocument();
  // The guide has done them all.
  await expect.element(steps).not.toBeInTheDocument();
});

test("skips each step and saves only changes", async () => {
  const { saves, themes } = await openDashboard();
  await button("Next").click();
  for (const title of ["Choose a look", "Add your links"]) {
    await expect.element(step(title)).toBeVisible();
    await button("Skip").click();
  }
  await expect.element(step("Your page is ready")).toBeVisible();
  expect([...saves, ...themes]).toEqual([]);
});

test("resumes the guide at the step where it was left", async () => {
  const { screen } = await openDashboard();
  await page.getByRole("button", { name: "3. Links" }).click();
  await expect.element(step("Add your links")).toBeVisible();
  await screen.unmount();
  const { router } = await openDashboard();
  await expect.element(step("Add your links")).toBeVisible();
  await button("Close the guide").click();
  await expect.element(step("Add your links")).not.toBeInTheDocument();
  await expect.element(button("Add tile")).toBeVisible();
  await expect.element(steps).toBeVisible();
  await router.revalidate();
  await button("Make your page in four steps").click();
  await expect.element(step("Your picture and bio")).toBeVisible();
});

test("ends the guide when a tile is added without it", async () => {
  await openDashboard();
  await button("Add tile").click();
  await page.getByLabelText("Title").fill("My shop");
  await page.getByLabelText("Destination URL").fill("https://example.org");
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Edit My shop")).toBeVisible();
  await expect.element(button("Close the guide")).not.toBeInTheDocument();
});

test("shows no guide on a page with tiles, whatever was stored", async () => {
  await openDashboard([aTile()]);
  await expect.element(button("Add tile")).toBeVisible();
  await expect.element(step("Your picture and bio")).not.toBeInTheDocument();
  await expect.element(button("Make your page in four steps")).not.toBeInTheDocument();
});

test("keeps a bio that cannot be saved, and reports a theme that cannot be saved", async () => {
  const { server } = await openDashboard();
  server.fail(creatorRoutes.save, { status: 503, error: "Please try again in a moment." });
  await page.getByRole("textbox", { name: "Bio" }).fill("I bake.");
  await button("Next").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Please try again in a moment.");
  await expect.element(page.getByRole("textbox", { name: "Bio" })).toHaveValue("I bake.");
  await button("Skip").click();
  server.fail(appearanceRoutes.save, { status: 500, error: "" });
  await page.getByRole("radio", { name: /^Poster/ }).click({ force: true });
  await expect.element(page.getByText("Couldn't save the appearance.")).toBeVisible();
});
