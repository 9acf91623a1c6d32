import { defineBrowserCommand } from "@vitest/browser-playwright";

/** Lets the next request for this file of the source fail, as after a release that removed it. Only the next: the files after this one are tested in the same browser context. */
const removeFile = defineBrowserCommand<[path: string]>(({ context }, path) =>
  context.route(
    (url) => url.pathname === path,
    (route) => route.abort(),
    { times: 1 },
  ),
);

/** What component tests ask of the browser itself. */
export const commands = { removeFile };

declare module "vitest/browser" {
  interface BrowserCommands {
    removeFile: (path: string) => Promise<void>;
  }
}
