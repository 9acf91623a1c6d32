import type { ReactNode } from "react";
import { rich } from "../lib/rich.ts";
import { useSite } from "../lib/site-context.ts";

/** Says which of the operator's documents a new user accepts, or nothing without any. */
export function SignupTerms() {
  const { terms, privacy } = useSite().documents;
  if (!terms && !privacy) return null;
  const links = {
    terms: (inside: ReactNode) => <DocumentLink href={terms}>{inside}</DocumentLink>,
    privacy: (inside: ReactNode) => <DocumentLink href={privacy}>{inside}</DocumentLink>,
  };
  return (
    <p className="text-sm text-muted">
      {terms === undefined ? (
        <span>
          {rich("By signing up you confirm that you have read the <privacy>privacy notice</privacy>.", links)}
        </span>
      ) : privacy === undefined ? (
        <span>{rich("By signing up you accept the <terms>terms</terms>.", links)}</span>
      ) : (
        <span>
          {rich(
            "By signing up you accept the <terms>terms</terms> and confirm that you have read the <privacy>privacy notice</privacy>.",
            links,
          )}
        </span>
      )}
    </p>
  );
}

/** Opens a document beside the form, whose typed text stays. */
function DocumentLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="link">
      {children}
    </a>
  );
}
