import { t } from "../../contract/texts.ts";
import { rich } from "../lib/rich.ts";
import { useSite } from "../lib/site-context.ts";

/** Says which of the operator's documents a new user accepts, or nothing without any. */
export function SignupTerms() {
  const { terms, privacy } = useSite().documents;
  if (!terms && !privacy) return null;
  const termsLink = <DocumentLink href={terms}>{t("terms")}</DocumentLink>;
  const privacyLink = <DocumentLink href={privacy}>{t("privacy notice")}</DocumentLink>;
  return (
    <p className="text-sm text-muted">
      {terms === undefined ? (
        <span>
          {rich("By signing up you confirm that you have read the {privacyLink}.", { privacyLink })}
        </span>
      ) : privacy === undefined ? (
        <span>{rich("By signing up you accept the {termsLink}.", { termsLink })}</span>
      ) : (
        <span>
          {rich(
            "By signing up you accept the {termsLink} and confirm that you have read the {privacyLink}.",
            { termsLink, privacyLink },
          )}
        </span>
      )}
    </p>
  );
}

/** Opens a document beside the form, whose typed text stays. */
function DocumentLink({ href, children }: { href: string | undefined; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="link">
      {children}
    </a>
  );
}
