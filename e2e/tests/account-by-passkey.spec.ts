import type { BrowserContext, Page } from "@playwright/test";
import { expect, signedInTest as test } from "../support/fixtures.ts";

/** Adds Chromium's software authenticator with resident keys to a page. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: false,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setUserVerified: (isVerified: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: isVerified }),
    credentials: async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    remove: async (credentialId: string) =>
      session.send("WebAuthn.removeCredential", { authenticatorId, credentialId }),
  };
}

const passkeyRow = (page: Page, name: string) =>
  page.getByRole("list", { name: "Passkeys" }).getByRole("listitem").filter({ hasText: name });
const passkeyButton = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });

async function signOut(context: BrowserContext, page: Page) {
  await context.clearCookies();
  await page.goto("/auth");
}

test("a passkey verifies the user, signs in from the email field's list or by its button, and is rejected after its removal", async ({
  page,
  context,
  guard,
}) => {
  guard.allow(/status of 401 .*\/api\/auth\/passkey\/verify$/);
  const authenticator = await addAuthenticator(page);
  await page.goto("/dashboard/settings/security");
  const add = page.getByRole("button", { name: "Add a passkey" });
  await add.click();
  await expect(add).toBeEnabled();
  await expect(page.getByText("No passkeys yet.")).toBeVisible();
  expect(await authenticator.credentials()).toEqual([]);
  await authenticator.setUserVerified(true);
  await add.click();
  await expect(passkeyRow(page, "Passkey 1")).toBeVisible();
  await page.getByRole("button", { name: "Rename Passkey 1" }).click();
  await page.getByLabel("Name", { exact: true }).fill("This phone");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(passkeyRow(page, "This phone")).toContainText("On one device");

  // The authenticator responds for the user, like choosing the passkey in the list.
  const preview = page.waitForResponse("**/api/appearance/preview");
  await signOut(context, page);
  await expect(page).toHaveURL("/dashboard");
  // Waits for the dashboard, because its pending requests would be rejected.
  await (await preview).finished();

  // Imitates a browser whose email field lists no passkeys, because the authenticator would otherwise respond at once.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await authenticator.setUserVerified(false);
  await signOut(context, page);
  await passkeyButton(page).click();
  await expect(passkeyButton(page)).toBeEnabled();
  await expect(page).toHaveURL("/auth");
  await authenticator.setUserVerified(true);
  await passkeyButton(page).click();
  await expect(page).toHaveURL("/dashboard");

  await page.goto("/dashboard/settings/security");
  await page.getByRole("button", { name: "Remove This phone" }).click();
  await page.getByRole("button", { name: "Remove passkey", exact: true }).click();
  await expect(page.getByText("No passkeys yet.")).toBeVisible();
  await signOut(context, page);
  await passkeyButton(page).click();
  await expect(page.getByRole("alert").first()).toContainText("This passkey does not work here.");

  // Remove it from the device as well, so that the device no longer offers it.
  const [credential] = await authenticator.credentials();
  await authenticator.remove(credential?.credentialId ?? "");
  await passkeyButton(page).click();
  await expect(passkeyButton(page)).toBeEnabled();
  await expect(page).toHaveURL("/auth");
});
