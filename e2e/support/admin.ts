import type { Page } from "@playwright/test";
import type { CreatorAccount } from "./creator.ts";
import { grantAdmin, verifyAddress } from "./database.ts";
import { test as base } from "./fixtures.ts";

/** `admin`: an administrator, signed in to the browser. */
export const test = base.extend<{ admin: CreatorAccount }>({
  admin: async ({ signUp, context }, use) => {
    const admin = await signUp("Olga Owner");
    await grantAdmin(admin.user.email);
    await verifyAddress(admin.user.email);
    await admin.signIn(context);
    await use(admin);
  },
});

/** The row of a user in the list of users. */
export const rowOf = (page: Page, email: string) => page.getByRole("row").filter({ hasText: email });

/** Chooses an action in the menu of a user. Most actions open a dialog. */
export async function act(page: Page, email: string, action: string): Promise<void> {
  await rowOf(page, email)
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}
