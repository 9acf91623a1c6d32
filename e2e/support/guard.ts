import { type BrowserContext, type ConsoleMessage, expect } from "@playwright/test";

/** Nobody being signed in is an answer, which the browser still writes down as a failed resource. */
const NOBODY = /status of 401 .*\/api\/creators\/me$/;
/** The browser's word that the script below, like any other, is not let into the preview of a mail. */
const KEPT_OUT = /^Blocked script execution in 'about:srcdoc'/;
const ALWAYS_FINE = [NOBODY, KEPT_OUT];

/** Collects errors of the browser: a test fails when its pages log an error that it does not allow. */
export type Guard = {
  watch(context: BrowserContext): Promise<void>;
  /** Patterns of errors (text, then URL) that this test provokes. */
  allow(...lines: RegExp[]): void;
  verdict(): void;
};

export function createGuard(): Guard {
  const fine = [...ALWAYS_FINE];
  const lines: string[] = [];
  const note = (line: string) => lines.push(line);
  return {
    async watch(context) {
      context.on("console", (message) => {
        if (message.type() === "error") note(`${message.text()} ${addressOf(message)}`);
      });
      context.on("weberror", (failure) => {
        note(`uncaught: ${failure.error().message} ${failure.page()?.url()}`);
      });
      context.on("dialog", (dialog) => {
        if (dialog.type() === "beforeunload") return void dialog.accept();
        note(`dialog: ${dialog.message()}`);
        return void dialog.dismiss();
      });
      await context.addInitScript(() => {
        document.addEventListener("securitypolicyviolation", (event) => {
          reportError(new Error(`policy: ${event.violatedDirective} refused ${event.blockedURI}`));
        });
      });
    },
    allow: (...more) => void fine.push(...more),
    verdict() {
      const unexpected = lines.filter((line) => !fine.some((known) => known.test(line)));
      expect(unexpected, "nothing unexpected in the browser's console").toEqual([]);
    },
  };
}

function addressOf(message: ConsoleMessage): string {
  return message.location().url;
}
