import type { ListedLetter } from "../../../contract/pages/letter-models.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { useCreatorText } from "../layout/page-language.ts";
import { SentAt } from "../letters/letter-screens.tsx";

const LINK = "inline-flex min-h-11 items-center gap-2.5 rounded-control px-3 text-sm hover:underline";

/** The newest published emails below the tiles, with links to all of them and to the feed. */
export function LatestEmails({ handle, emails }: { handle: string; emails: readonly ListedLetter[] }) {
  const ownText = useCreatorText();
  return (
    <section aria-labelledby="latest-emails" className="mt-12">
      <h2 id="latest-emails" className="text-lg">
        {t("Latest emails")}
      </h2>
      <ul className="mt-2">
        {emails.map(({ key, subject, sentAt }) => (
          <li key={key}>
            <a
              href={paths.letter(handle, key)}
              className="flex min-h-11 flex-wrap items-baseline gap-x-3 py-2 hover:underline"
            >
              <span dir="auto" className="font-semibold wrap-anywhere" {...ownText}>
                {subject}
              </span>
              <span className="text-sm text-muted">
                <SentAt at={sentAt} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p className="-ms-3 flex flex-wrap">
        <a href={paths.letters(handle)} className={LINK}>
          {t("All emails")}
        </a>
        <a href={paths.feed(handle)} type="application/atom+xml" className={LINK}>
          {t("Feed")}
        </a>
      </p>
    </section>
  );
}
