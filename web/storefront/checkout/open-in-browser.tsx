import type { ReactNode } from "react";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";

/** Advises to leave an app's browser, with a button that copies the URL. */
export function OpenInBrowser({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-tint px-4 py-3 text-start text-[15px] print:hidden">
      <p className="min-w-0 grow basis-56">{children}</p>
      <span data-enhance="copy-link">
        <Button hidden data-part="copy">
          {t("Copy link")}
        </Button>
        <span
          role="status"
          className="font-semibold"
          data-part="copied"
          data-copied={t("Copied to clipboard")}
          data-failed={t("Copy the link from the address bar.")}
        />
      </span>
    </div>
  );
}

/** Advises to download in a browser, because apps often show a download at 100 % and save nothing. */
export function SaveInBrowser({ canMail }: { canMail: boolean }) {
  return (
    <OpenInBrowser>
      {t(
        canMail
          ? "This app may not save files. Have the link emailed to you, or open this page in your browser."
          : "This app may not save files. Open this page in your browser.",
      )}
    </OpenInBrowser>
  );
}
