import { expect, test } from "../support/fixtures.ts";

test.use({ isEmailVerified: true });

test("a creator makes a key, a program adds a tile with it, and the key ends", async ({
  page,
  creator,
  playwright,
  baseURL,
}) => {
  await creator.signIn(page.context());
  await page.goto("/dashboard/settings/api");
  await page.getByRole("button", { name: "Make an API key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Import script");
  await page.getByRole("checkbox", { name: /^Change your page/ }).check();
  await page.getByRole("button", { name: "Make key" }).click();
  const secret = await page.getByLabel("API key", { exact: true }).inputValue();
  expect(secret).toMatch(/^tsk_[0-9A-Za-z]{46}$/);
  await page.getByRole("button", { name: "I have saved it" }).click();

  const program = await playwright.request.newContext({
    ...(baseURL !== undefined && { baseURL }),
    extraHTTPHeaders: { authorization: `Bearer ${secret}` },
  });
  const data = { type: "link", title: "From a script", url: "https://shop.example/" };
  expect((await program.post("/api/tiles", { data })).status()).toBe(201);
  expect((await program.get("/api/orders")).status()).toBe(403);
  await page.reload();
  await expect(page.getByText(/last used/)).toBeVisible();

  await page.getByRole("button", { name: "Revoke Import script" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("Revoked", { exact: true })).toBeVisible();
  expect((await program.post("/api/tiles", { data })).status()).toBe(401);
  await program.dispose();

  await page.goto(creator.page);
  await expect(page.getByRole("link", { name: "From a script" })).toHaveCount(1);
});

test("a creator adds a webhook by keyboard, and reads in the log why its server gets nothing", async ({
  page,
  creator,
  guard,
}) => {
  guard.allow(/status of 400 .*\/api\/webhook-endpoints$/);
  await creator.signIn(page.context());
  await page.goto("/dashboard/settings/api#webhooks");
  await page.getByRole("button", { name: "Add a webhook" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "URL" }).fill("https://10.1.2.3/hooks");
  await page.getByRole("checkbox", { name: /^An order is paid/ }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Add webhook" }).press("Enter");
  await expect(page.getByText(/This URL cannot be reached/)).toBeVisible();
  // A name that no public server knows.
  const url = "https://hooks.invalid/orders";
  await page.getByRole("textbox", { name: "URL" }).fill(url);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Secret", { exact: true })).toHaveValue(/^whsec_/);
  await page.getByRole("button", { name: "I have saved it" }).press("Enter");
  await page.getByRole("button", { name: `Send test ${url}` }).press("Enter");
  const events = page.getByRole("list", { name: "Events", exact: true });
  await expect(events).toContainText(/webhook\.testWaiting/);
  await expect(events).toContainText(/no response/, { timeout: 20_000 });
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.getByRole("list", { name: "Webhooks" })).toContainText("Failing");
});
