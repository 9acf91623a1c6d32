import { defineBrowserCommand } from "@vitest/browser-playwright";

/** Lets every request for this file of the source fail, as after a release that removed it; until the end of the test file. */
const removeFile = defineBrowserCommand<[path: string]>(({ context }, path) =>
  context.route(
    (url) => url.pathname === path,
    (route) => route.abort(),
  ),
);

/** What component tests ask of the browser itself. */
export const commands = { removeFile };

declare module "vitest/browser" {
  interface BrowserCommands {
    removeFile: (path: string) => Promise<void>;
  }
}
