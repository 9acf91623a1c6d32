import { expect, signedInTest as test } from "../support/fixtures.ts";

test("the console works without its session or parts of its code, and loads them again", async ({
  page,
  creator,
  guard,
}) => {
  guard.allow(/status of 500 .*\/api\/creators\/me$/, /^ApiError: /);
  guard.allow(/(live-panel|tile-form|feedback-dialog)-[^/]*\.js/);
  await creator.addTile({ title: "My shop" });

  await test.step("reports a session that cannot be loaded, and loads it again", async () => {
    await page.route("**/api/creators/me", (route) => route.fulfill({ status: 500, json: { error: "Oh." } }));
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { name: "Couldn't load this page" })).toBeVisible();
    await page.unroute("**/api/creators/me");
    await page.route(/(live-panel|tile-form|feedback-dialog)-[^/]*\.js/, (route) => route.abort());
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: /^Welcome,/ })).toBeVisible();
    await expect(page).toHaveURL("/dashboard");
  });

  await test.step("reports a tile form that cannot be loaded", async () => {
    await page.getByRole("button", { name: "Add tile" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("alert")).toHaveText(/Couldn't load the form\./);
    await expect(dialog.getByRole("button", { name: "Try again" })).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("heading", { name: "My shop" })).toBeVisible();
  });

  await test.step("reports a feedback form that cannot be loaded", async () => {
    const opener = page.getByRole("button", { name: "Feedback", exact: true });
    await opener.click();
    await expect(
      page.getByText("Couldn't load the feedback form. Reload the page and try again."),
    ).toBeVisible();
    await expect(opener).toBeFocused();
    await page.emulateMedia({ media: "print" });
    await expect(opener).toBeHidden();
    await page.emulateMedia({ media: null });
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  });

  await test.step("reports analytics that cannot be loaded, and loads them again", async () => {
    await page.getByRole("link", { name: "Page", exact: true }).click();
    await page.getByRole("button", { name: "Analytics overview" }).click();
    await expect(page.getByText("Couldn't load analytics.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "My shop" })).toBeVisible();
    await page.unroute(/(live-panel|tile-form|feedback-dialog)-[^/]*\.js/);
    await page.getByRole("button", { name: "Try again" }).click();
    const views = page.getByRole("term").filter({ hasText: "Page views" }).locator("xpath=..");
    await expect(views.getByRole("definition").first()).toHaveText("0");
  });
});

test("tiles without loaded handles are moved by “Move to…”", async ({ page, creator, guard }) => {
  guard.allow(/move-handles/);
  await creator.addTile({ title: "My shop" });
  await creator.addTile({ title: "My letter" });
  const refused = page.waitForEvent("requestfailed", (request) => request.url().includes("/move-handles-"));
  await page.route("**/assets/move-handles-*.js", (route) => route.abort());
  await page.goto("/dashboard");
  await refused;
  const titles = page.getByRole("region", { name: "Live tiles" }).getByRole("heading", { level: 3 });
  await expect(titles).toHaveText(["My shop", "My letter"]);
  await page.getByRole("button", { name: "Actions for My letter" }).click();
  await page.getByRole("menuitem", { name: "Move to…" }).click();
  await page.getByLabel("Place (1 to 2)").fill("1");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await expect(page.getByText("My letter moved.")).toBeVisible();
  await expect(titles).toHaveText(["My letter", "My shop"]);
  await expect(page.getByRole("button", { name: /^Move My/ })).toHaveCount(0);
});
