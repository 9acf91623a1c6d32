import { type BrowserContextOptions, test as base, type Page } from "@playwright/test";
import { CreatorAccount, newPerson } from "./creator.ts";
import { createGuard, type Guard } from "./guard.ts";

export { expect } from "@playwright/test";

type Fixtures = {
  guard: Guard;
  /** A new creator; nobody is signed in to the browser by that. */
  creator: CreatorAccount;
  /** Makes creators with other names. */
  signUp: (displayName: string) => Promise<CreatorAccount>;
  /** A page in a browser of its own: another person, who shares nothing with the first. */
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
      return CreatorAccount.register(api, newPerson(displayName));
    });
    await Promise.all(others.map((api) => api.dispose()));
  },
  creator: async ({ signUp }, use) => {
    await use(await signUp("Mara Lindt"));
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
