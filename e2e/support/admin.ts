import type { Page } from "@playwright/test";
import type { CreatorAccount } from "./creator.ts";
import { grantAdmin, verifyAddress } from "./database.ts";
import { test as base } from "./journey.ts";

/** `admin`: an administrator, signed in to the browser. */
export const test = base.extend<{ admin: CreatorAccount }>({
  admin: async ({ signUp, context }, use) => {
    const admin = await signUp("Olga Owner");
    await grantAdmin(admin.person.email);
    await verifyAddress(admin.person.email);
    await admin.signIn(context);
    await use(admin);
  },
});

/** A person's row in the list of users. */
export const rowOf = (page: Page, email: string) => page.getByRole("row").filter({ hasText: email });

/** Picks an action of a person's menu; most ask a question then. */
export async function act(page: Page, email: string, action: string): Promise<void> {
  await rowOf(page, email)
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("button", { name: action, exact: true }).and(page.locator(":visible")).click();
}
