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
