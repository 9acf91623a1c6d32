import { CheckIcon, CopyIcon } from "lucide-react";
import { paths } from "../../contract/rules/paths.ts";
import { useCopy } from "../lib/use-copy.ts";

/** The URL of the creator's page, to follow and to copy. */
export function ProfileLink({ handle }: { handle: string }) {
  const path = paths.creator(handle);
  const { copied, copy } = useCopy();
  return (
    <div className="flex max-w-full items-center rounded-control border border-line bg-surface p-1 ps-3.5">
      <a href={path} className="min-w-0 truncate leading-11 font-medium hover:underline">
        {window.location.host}
        {path}
      </a>
      <button
        type="button"
        // Without a clipboard, people copy the link by hand.
        onClick={() => copy(`${window.location.origin}${path}`)}
        className="ms-2 inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-[9px] bg-tint px-3 font-semibold text-primary"
      >
        {copied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
        <span aria-live="polite">{copied ? "Copied!" : "Copy"}</span>
        <span className="sr-only">{copied ? "" : "the link to your page"}</span>
      </button>
    </div>
  );
}
