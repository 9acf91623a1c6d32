import { type BrowserContext, expect } from "@playwright/test";

/** Matches the response to a signed-out visitor's request of the session, which the browser logs as an error. */
const SIGNED_OUT = /status of 401 .*\/api\/creators\/me$/;
/** Matches errors of blocked scripts in sandboxed previews: in an email's preview, and the test's own script in an empty frame. */
const BLOCKED_SCRIPT = /^Blocked script execution in 'about:(srcdoc|blank)'/;
const ALWAYS_ALLOWED = [SIGNED_OUT, BLOCKED_SCRIPT];

/** Collects the errors of a test's pages. The test fails if they log an error that it does not allow. */
export type Guard = {
  watch(context: BrowserContext): Promise<void>;
  /** Patterns of errors (text, then URL) that this test provokes. */
  allow(...lines: RegExp[]): void;
  verdict(): void;
};

export function createGuard(): Guard {
  const allowed = [...ALWAYS_ALLOWED];
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  return {
    async watch(context) {
      context.on("console", (message) => {
        if (message.type() === "error") log(`${message.text()} ${message.location().url}`);
      });
      context.on("weberror", (failure) => {
        log(`uncaught: ${failure.error().message} ${failure.page()?.url()}`);
      });
      context.on("dialog", (dialog) => {
        if (dialog.type() === "beforeunload") return void dialog.accept();
        log(`dialog: ${dialog.message()}`);
        return void dialog.dismiss();
      });
      await context.addInitScript(() => {
        document.addEventListener("securitypolicyviolation", (event) => {
          reportError(new Error(`policy: ${event.violatedDirective} blocked ${event.blockedURI}`));
        });
      });
    },
    allow: (...more) => void allowed.push(...more),
    verdict() {
      const unexpected = lines.filter((line) => !allowed.some((known) => known.test(line)));
      expect(unexpected, "nothing unexpected in the browser's console").toEqual([]);
    },
  };
}
