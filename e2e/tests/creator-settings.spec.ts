import { newUser } from "../support/creator.ts";
import { renderImage } from "../support/files.ts";
import { expect, signedInTest as test } from "../support/fixtures.ts";

test("a saved profile with an avatar and social links is in the console and on the public page", async ({
  page,
}) => {
  const { handle } = newUser();
  const file = { name: "me.png", mimeType: "image/png", buffer: await renderImage(3) };
  await page.goto("/dashboard/settings");
  const profile = page.getByRole("region", { name: "Profile" });
  const links = page.getByRole("region", { name: "Social links" });
  await page.getByLabel("Handle").fill(handle.toUpperCase());
  await page.getByLabel("Display name").fill("Berta Bakes");
  await page.getByLabel("Bio").fill("Bread.");
  await page.getByLabel("Upload avatar").setInputFiles(file);
  await expect(page.getByRole("button", { name: "Remove avatar" })).toBeVisible();
  await page.getByRole("button", { name: "Add social link" }).click();
  await page.getByLabel("Instagram username or URL").fill("@mara.l");
  await profile.getByRole("button", { name: "Save changes" }).click();
  await expect(profile.getByText("Saved", { exact: true })).toBeVisible();
  // The product's style, not the library's.
  await expect(page.getByText("Changes saved")).toHaveCSS("font-size", "15px");
  await expect(links.getByText("Not saved yet: Social links")).toBeVisible();
  await links.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: /Berta Bakes/ })).toBeVisible();
  await expect(page.getByRole("link", { name: `/@${handle}` }).first()).toBeVisible();

  await page.goto(`/@${handle}`);
  await expect(page.getByRole("heading", { level: 1, name: "Berta Bakes" })).toBeVisible();
  await expect(page.getByText("Bread.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Social links" }).getByRole("link")).toHaveAttribute(
    "href",
    "https://instagram.com/mara.l",
  );
  const avatar = page.locator("header img[src*='/uploads/'], main img[src*='/uploads/']");
  await expect(avatar.first()).toBeVisible();
});
