import { type BrowserContextOptions, test as base, devices, type Page } from "@playwright/test";
import { CreatorAccount, type NewUser, newUser } from "./creator.ts";
import { verifyAddress } from "./database.ts";
import { createGuard, type Guard } from "./guard.ts";

export { expect } from "@playwright/test";

const { defaultBrowserType: _, ...pixel } = devices["Pixel 7"];
/** For `test.use`: a narrow phone. */
export const PHONE = { ...pixel, viewport: { width: 360, height: 740 } };

type Fixtures = {
  guard: Guard;
  /** True if the email of `creator` is verified. */
  isEmailVerified: boolean;
  /** A new creator, not signed in to the browser. */
  creator: CreatorAccount;
  /** Registers another creator. */
  signUp: (displayName: string) => Promise<CreatorAccount>;
  /** Opens a page as another visitor, in a separate browser context. */
  openVisitor: (options?: BrowserContextOptions) => Promise<Page>;
};

export const test = base.extend<Fixtures>({
  guard: [
    async ({ context }, use) => {
      const guard = createGuard();
      await guard.watch(context);
      await use(guard);
      guard.verdict();
    },
    { auto: true },
  ],
  signUp: async ({ playwright, baseURL }, use) => {
    const open = await playwright.request.newContext({ baseURL });
    const others = [open];
    await use(async (displayName) => {
      const api = await playwright.request.newContext({ baseURL });
      others.push(api);
      return CreatorAccount.register(api, newUser(displayName));
    });
    await Promise.all(others.map((api) => api.dispose()));
  },
  isEmailVerified: [false, { option: true }],
  creator: async ({ signUp, isEmailVerified }, use) => {
    const creator = await signUp("Mara Lindt");
    if (isEmailVerified) await verifyAddress(creator.user.email);
    await use(creator);
  },
  openVisitor: async ({ browser, guard }, use) => {
    const contexts: Page[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      await guard.watch(context);
      const page = await context.newPage();
      contexts.push(page);
      return page;
    });
    await Promise.all(contexts.map((page) => page.context().close()));
  },
});

/** Tests that start signed in to the browser as `creator`. */
export const signedInTest = test.extend<{ session: undefined }>({
  session: [
    async ({ creator, context }, use) => {
      await creator.signIn(context);
      await use(undefined);
    },
    { auto: true },
  ],
});

/** Submits the login form of the current page. */
export async function logIn(page: Page, { email, password }: Pick<NewUser, "email" | "password">) {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

/** Registers a creator in the browser. */
export async function register(page: Page, user: NewUser) {
  await page.goto("/auth?tab=register");
  await page.getByLabel("Display name").fill(user.displayName);
  await page.getByLabel("Handle").fill(user.handle);
  await page.getByLabel("Email").fill(user.email);
  await page.getByRole("textbox", { name: "Password" }).fill(user.password);
  await page.getByRole("button", { name: "Register" }).click();
}
