import { expect, logIn, test } from "../support/fixtures.ts";

test("keeps the chosen language after a logout, and greets others in the language of their browser", async ({
  page,
  creator,
  openVisitor,
}) => {
  await creator.signIn(page.context());
  await page.goto("/dashboard/settings/security");
  await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
  await page.getByRole("button", { name: "Save language" }).click();
  await expect(page.getByRole("heading", { name: "Sicherheit", level: 1 })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");

  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Abmelden" }).first().click();
  await expect(page).toHaveURL("/auth");
  await logIn(page, creator.user);
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: /Willkommen/ })).toBeVisible();

  const visitor = await openVisitor({ locale: "fr-FR" });
  await visitor.goto("/auth");
  await expect(visitor.getByRole("button", { name: "Connexion", exact: true })).toBeVisible();
  await expect(visitor.getByLabel("Mot de passe", { exact: true })).toBeVisible();
});
