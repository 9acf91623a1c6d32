import type { Page } from "@playwright/test";
import { randomFile } from "../support/files.ts";
import { expect, test } from "../support/journey.ts";

test.beforeEach(async ({ creator, context }) => {
  await creator.signIn(context);
});

async function expectNewForm(page: Page) {
  await expect(page.getByRole("heading", { name: "New product" })).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("");
  await expect(page.getByLabel("Price (EUR)")).toHaveValue("10.00");
  await expect(page.getByLabel("Type").getByRole("option", { selected: true })).toHaveText("Digital");
  await expect(page.getByRole("switch", { name: "Active", exact: true })).toBeChecked();
  await expect(page.getByRole("button", { name: "Cancel" })).toHaveCount(0);
}

test("a new product starts with the usual values and tells what is kept of its price", async ({ page }) => {
  await page.goto("/dashboard/products");
  await expect(page.getByText("No products yet.")).toBeVisible();
  await expectNewForm(page);
  const price = page.getByLabel("Price (EUR)");
  const shares = async (pays: string, fee: string, kept: string) =>
    expect(price).toHaveAccessibleDescription(
      `Buyers pay ${pays} Platform fee (5.00%) ${fee} You keep ${kept}`,
    );
  await shares("€10.00", "−€0.50", "€9.50");
  await price.fill("9.99");
  await shares("€9.99", "−€0.50", "€9.49");
  await price.fill("0.09");
  await shares("€0.09", "€0.00", "€0.09");
  await price.fill("0");
  await expect(price).toHaveAccessibleDescription("Free for buyers.");
  await page.getByRole("button", { name: "Create product" }).click();
  await expect(page.getByText("Name is required.")).toBeVisible();
  await expect(page.getByLabel("Name")).toBeFocused();
});

test("cancelling an edit, saving it or deleting its product returns to a new form", async ({
  page,
  creator,
}) => {
  await creator.addProduct({ name: "Bowl", priceCents: 2500 });
  await creator.addProduct({ name: "Cup", priceCents: 1200, active: false });
  await page.goto("/dashboard/products");

  await page.getByRole("button", { name: "Edit Bowl" }).click();
  await expect(page.getByRole("heading", { name: "Edit Bowl" })).toBeVisible();
  await expect(page.getByLabel("Price (EUR)")).toHaveValue("25.00");
  await page.getByLabel("Name").fill("A changed bowl");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expectNewForm(page);
  await expect(page.getByRole("row", { name: /^Bowl/ })).toBeVisible();

  await page.getByRole("button", { name: "Edit Bowl" }).click();
  await page.getByLabel("Price (EUR)").fill("31");
  await page.getByRole("button", { name: "Save product" }).click();
  await expectNewForm(page);
  await expect(page.getByRole("row", { name: /^Bowl.*€31\.00/ })).toBeVisible();

  await page.getByRole("button", { name: "Edit Cup" }).click();
  await expect(page.getByRole("switch", { name: "Active", exact: true })).not.toBeChecked();
  await page.getByRole("button", { name: "Delete Cup" }).click();
  const asking = page.getByRole("dialog", { name: "Delete this product?" });
  await expect(asking).toContainText("Cup");
  await asking.getByRole("button", { name: "Delete product" }).click();
  await expectNewForm(page);
  await expect(page.getByRole("row", { name: /^Cup/ })).toHaveCount(0);
});

test("a product that is switched off leaves the public page at once, and its tile comes back with it", async ({
  page,
  creator,
  openVisitor,
}) => {
  const product = await creator.addProduct({ name: "Bowl" });
  await creator.addTile({ type: "product", title: "My bowl", productId: product.id });
  const visitor = await openVisitor();
  await page.goto("/dashboard/products");
  const setActive = async (active: boolean) => {
    await page.getByRole("button", { name: "Edit Bowl" }).click();
    await page.getByRole("switch", { name: "Active", exact: true }).setChecked(active);
    await page.getByRole("button", { name: "Save product" }).click();
    await expect(
      page.getByRole("row", { name: active ? /^Bowl.* Active/ : /^Bowl.* Inactive/ }),
    ).toBeVisible();
    await visitor.goto(creator.page);
  };
  const hidden = page.getByText("Product inactive");
  const lookAtDashboard = async () => {
    await page.getByRole("link", { name: "Dashboard", exact: true }).click();
    await expect(page.getByRole("heading", { name: "My bowl" })).toBeVisible();
  };
  await setActive(false);
  await expect(visitor.getByText("No tiles available yet.")).toBeVisible();
  await lookAtDashboard();
  await expect(hidden).toBeVisible();
  await page.getByRole("link", { name: "Manage products" }).click();
  await setActive(true);
  await expect(visitor.getByRole("link", { name: "My bowl" })).toBeVisible();
  await lookAtDashboard();
  await expect(hidden).toHaveCount(0);
});

test("a file of a product that becomes physical is let go", async ({ page }) => {
  await page.goto("/dashboard/products");
  const file = { name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("The notes.") };
  await page.getByLabel("Upload file").setInputFiles(file);
  await expect(page.getByText("notes.pdf")).toBeVisible();
  await page.getByLabel("Type").selectOption({ label: "Physical" });
  await expect(page.getByText("notes.pdf")).toHaveCount(0);
  await page.getByLabel("Type").selectOption({ label: "Digital" });
  await expect(page.getByText("Without a file, buyers get nothing to download.")).toBeVisible();
});

test("a product is switched off in the list at once, and on again when the server refuses", async ({
  page,
  creator,
  openVisitor,
  guard,
}) => {
  guard.allow(/status of 500 .*\/api\/products\/\d+$/);
  const product = await creator.addProduct({ name: "Bowl" });
  await creator.addTile({ type: "product", title: "My bowl", productId: product.id });
  await page.goto("/dashboard/products");
  const active = page.getByRole("switch", { name: "Bowl is active" });
  const answered = Promise.withResolvers<void>();
  await page.route(/\/api\/products\/\d+$/, async (route) => {
    await answered.promise;
    await route.fulfill({ status: 500, json: {} });
  });
  await active.click();
  await expect(active).not.toBeChecked();
  answered.resolve();
  await expect(page.getByText("Could not save product.")).toBeVisible();
  await expect(active).toBeChecked();
  await page.unroute(/\/api\/products\/\d+$/);
  const saved = page.waitForResponse(/\/api\/products\/\d+$/);
  await active.click();
  await saved;
  const visitor = await openVisitor();
  await visitor.goto(creator.page);
  await expect(visitor.getByText("No tiles available yet.")).toBeVisible();
  await page.getByRole("button", { name: "Edit Bowl" }).click();
  await expect(active).toBeDisabled();
  await expect(page.getByRole("switch", { name: "Active", exact: true })).not.toBeChecked();
});

test("what was typed stays when the server refuses, does not answer or is asked again behind it", async ({
  page,
  creator,
  context,
  guard,
}) => {
  guard.allow(/status of (400|500) /, /net::ERR_INTERNET_DISCONNECTED /);
  await creator.addProduct({ name: "Cup" });
  await page.goto("/dashboard/products");
  await page.getByLabel("Name").fill("Bowl");
  await page.getByLabel("Description").fill("To hold in both hands.");
  const expectTyped = async () => {
    await expect(page.getByLabel("Name")).toHaveValue("Bowl");
    await expect(page.getByLabel("Description")).toHaveValue("To hold in both hands.");
  };
  const create = page.getByRole("button", { name: "Create product" });
  const answers = [
    {
      status: 400,
      json: { error: "No.", code: "no", details: { fieldErrors: { name: ["Taken."] }, formErrors: [] } },
    },
    { status: 400, json: { error: "The kiln is closed.", code: "no" } },
    { status: 500, json: {} },
  ];
  await page.route("**/api/products", (route) => {
    const answer = route.request().method() === "POST" ? answers.shift() : undefined;
    return answer ? route.fulfill(answer) : route.continue();
  });
  for (const text of ["Taken.", "The kiln is closed.", "Could not save product."]) {
    await create.click();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expectTyped();
  }
  await context.setOffline(true);
  await create.click();
  await expect(page.getByRole("alert")).toHaveText("Could not save product.");
  await expectTyped();
  await context.setOffline(false);
  await creator.addProduct({ name: "Made elsewhere" });
  await page.getByRole("switch", { name: "Cup is active" }).click();
  await expect(page.getByRole("row", { name: /^Made elsewhere/ })).toBeVisible();
  await expectTyped();
  await create.click();
  await expect(page.getByRole("row", { name: /^Bowl/ })).toBeVisible();
});

test("another product is not opened over unsaved changes without a question", async ({ page, creator }) => {
  await creator.addProduct({ name: "Bowl" });
  await page.goto("/dashboard/products");
  await page.getByLabel("Name").fill("Half a thought");
  await page.getByRole("button", { name: "Edit Bowl" }).click();
  const asking = page.getByRole("dialog", { name: "Discard your changes?" });
  await asking.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Half a thought");
  await page.getByRole("button", { name: "Edit Bowl" }).click();
  await asking.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Bowl");
});

test("the upload of a file tells how far it is, and can be cancelled", async ({ page }) => {
  await page.goto("/dashboard/products");
  // Slow enough to be seen, whatever the machine.
  const network = await page.context().newCDPSession(page);
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 400_000,
  });
  const file = randomFile("film.mp4", 8_000_000);
  await page.getByLabel("Upload file").setInputFiles(file);
  const bar = page.getByRole("progressbar", { name: "Uploading film.mp4" });
  await expect(bar).toBeVisible();
  await expect(
    page.getByText(/^\d+% · [\d.]+ [KM]B of 7\.6 MB · [\d.]+ [KM]B\/s · \d+ s left$/),
  ).toBeVisible();
  await page.getByLabel("Name").fill("A film");
  await page.getByRole("button", { name: "Create product" }).click();
  await expect(page.getByText("Please wait for the file upload to finish.")).toBeVisible();
  await page.getByRole("button", { name: "Cancel upload" }).click();
  await expect(bar).toHaveCount(0);
  await expect(page.getByText("Without a file, buyers get nothing to download.")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("A film");
});
