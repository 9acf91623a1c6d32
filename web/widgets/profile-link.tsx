import { CheckIcon, CopyIcon } from "lucide-react";
import { t } from "../../contract/texts.ts";
import { rich } from "../lib/rich.ts";
import { useCopy } from "../lib/use-copy.ts";

/** The URL of a creator's page, to follow and to copy. */
export function ProfileLink({ url }: { url: string }) {
  const { copied, copy } = useCopy();
  return (
    <div className="flex max-w-full items-center rounded-control border border-line bg-surface p-1 ps-3.5">
      <a href={url} dir="ltr" className="min-w-0 truncate leading-11 font-medium hover:underline">
        {url.replace(/^https?:\/\/|\/$/g, "")}
      </a>
      <button
        type="button"
        // Without a clipboard, people copy the link by hand.
        onClick={() => copy(url)}
        className="ms-2 inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-[9px] bg-tint px-3 font-semibold text-primary"
      >
        {copied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
        <span aria-live="polite">
          {copied
            ? t("Copied!")
            : rich("Copy<hidden> the link to your page</hidden>", {
                hidden: (inside) => <span className="sr-only">{inside}</span>,
              })}
        </span>
      </button>
    </div>
  );
}
