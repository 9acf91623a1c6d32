import type { BrowserContext, Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "../support/accessibility.ts";
import { expect, logIn, signedInTest, test as visitorTest } from "../support/fixtures.ts";

type Authenticator = { isUserVerified?: boolean; isConditional?: boolean };

/** Gives a page Chromium's authenticator in software, with resident keys. */
async function addAuthenticator(
  page: Page,
  { isUserVerified = true, isConditional = false }: Authenticator = {},
) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: !isConditional,
    },
  });
  return {
    setUserVerified: (isVerified: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: isVerified }),
    setPresent: (enabled: boolean) =>
      session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
    credentials: async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    remove: async (credentialId: string) =>
      session.send("WebAuthn.removeCredential", { authenticatorId, credentialId }),
  };
}

const passkeyRow = (page: Page, name: string) =>
  page.getByRole("list", { name: "Passkeys" }).getByRole("listitem").filter({ hasText: name });
const passkeyButton = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });

async function addPasskey(page: Page) {
  await page.goto("/dashboard/settings/security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(passkeyRow(page, "Passkey 1")).toBeVisible();
}
async function signOut(context: BrowserContext, page: Page) {
  await context.clearCookies();
  await page.goto("/auth");
}

signedInTest(
  "a passkey is added, renamed, signs in by the button without an email, and is removed @phone",
  async ({ page, context }) => {
    await addAuthenticator(page);
    await page.goto("/dashboard/settings");
    await page.getByRole("link", { name: /^Security/ }).click();
    await expect(page.getByRole("heading", { name: "Security", level: 1 })).toBeVisible();
    await expectAccessible(page, "security without passkeys");
    await addPasskey(page);
    await page.getByRole("button", { name: "Rename Passkey 1" }).click();
    await page.getByLabel("Name", { exact: true }).fill("This phone");
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(passkeyRow(page, "This phone")).toContainText("On one device");
    await expectAccessible(page, "security with a passkey");
    await expectNoSidewaysScroll(page, "security");

    // A browser whose email field lists no passkeys: otherwise the authenticator would answer at once.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await signOut(context, page);
    await passkeyButton(page).click();
    await expect(page).toHaveURL("/dashboard");

    await page.goto("/dashboard/settings/security");
    await page.getByRole("button", { name: "Remove This phone" }).click();
    await page.getByRole("button", { name: "Remove passkey", exact: true }).click();
    await expect(page.getByText("No passkeys yet.")).toBeVisible();
  },
);

signedInTest("a passkey signs in from the list of the email field", async ({ page, context }) => {
  await addAuthenticator(page);
  await addPasskey(page);
  await context.clearCookies();
  // The authenticator answers for the user, as choosing the passkey from the list of the email field does.
  await page.goto("/auth");
  await expect(page).toHaveURL("/dashboard");
});

signedInTest(
  "without the user's PIN or finger no passkey is added, and none signs in",
  async ({ page, context }) => {
    const authenticator = await addAuthenticator(page, { isUserVerified: false });
    await page.goto("/dashboard/settings/security");
    const add = page.getByRole("button", { name: "Add a passkey" });
    await add.click();
    await expect(add).toBeEnabled();
    await expect(page.getByText("No passkeys yet.")).toBeVisible();
    expect(await authenticator.credentials()).toEqual([]);
    await authenticator.setUserVerified(true);
    await addPasskey(page);
    await authenticator.setUserVerified(false);
    await signOut(context, page);
    await passkeyButton(page).click();
    await expect(passkeyButton(page)).toBeEnabled();
    await expect(page).toHaveURL("/auth");
  },
);

signedInTest(
  "a passkey that was removed here is refused, and one that was removed from the device is not offered",
  async ({ page, context, guard }) => {
    const authenticator = await addAuthenticator(page);
    await addPasskey(page);
    await page.getByRole("button", { name: "Remove Passkey 1" }).click();
    await page.getByRole("button", { name: "Remove passkey", exact: true }).click();
    await expect(page.getByText("No passkeys yet.")).toBeVisible();
    guard.allow(/status of 401 .*\/api\/auth\/passkey\/verify$/);
    await signOut(context, page);
    await passkeyButton(page).click();
    await expect(page.getByRole("alert").first()).toContainText("This passkey does not work here.");
    const [credential] = await authenticator.credentials();
    await authenticator.remove(credential?.credentialId ?? "");
    await passkeyButton(page).click();
    await expect(passkeyButton(page)).toBeEnabled();
    await expect(page).toHaveURL("/auth");
  },
);

visitorTest("passkeys are allowed on pages of accounts alone", async ({ page, signUp }) => {
  const creator = await signUp("Mara Lindt");
  const policyOf = async (path: string) =>
    (await page.goto(path))?.headers()["permissions-policy"]?.split(", ") ?? [];
  const [get, create] = ["publickey-credentials-get", "publickey-credentials-create"];
  for (const path of ["/", creator.page]) {
    expect(await policyOf(path), path).toEqual(expect.arrayContaining([`${get}=()`, `${create}=()`]));
  }
  expect(await policyOf("/auth")).toEqual(expect.arrayContaining([`${get}=(self)`, `${create}=()`]));
  expect(await policyOf("/dashboard/settings/security")).toEqual(
    expect.arrayContaining([`${get}=(self)`, `${create}=(self)`]),
  );
  await page.goto("/auth");
  await logIn(page, creator.user);
  await expect(page).toHaveURL("/dashboard");
});
