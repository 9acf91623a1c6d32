import type { LetterModel } from "../../../contract/pages/letter-models.ts";
import type { ModelOf, PageSite } from "../../../contract/pages/pages.ts";
import { formatDate } from "../../../contract/rules/formats.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { imageSizes } from "../../../contract/rules/rules.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { FormattedText } from "../../widgets/formatted-text.tsx";
import { ReportLink } from "../creator/page-footer.tsx";
import { BackToCreator } from "../layout/back-to-creator.tsx";
import { CardPage } from "../layout/card-page.tsx";
import { MessagePage } from "../layout/message-page.tsx";
import { useCreatorText, usePageLanguage } from "../layout/page-language.ts";

type Props<Page extends LetterModel["page"]> = { model: ModelOf<Page>; site: PageSite };

/** An email to the audience, for everybody with its link. */
export function LetterPage({ model, site }: Props<"letter">) {
  const { creator, letter, brand } = model;
  const ownText = useCreatorText();
  return (
    <CardPage brand={brand}>
      <article className="grid grid-cols-1 gap-5">
        <header className="grid grid-cols-1 gap-2">
          <h1 dir="auto" className="text-3xl wrap-anywhere" {...ownText}>
            {letter.subject}
          </h1>
          <p className="wrap-anywhere text-muted">
            {rich("From {name}, {date}", {
              name: <bdi>{creator.display_name}</bdi>,
              date: <SentAt at={letter.sentAt} />,
            })}
          </p>
        </header>
        {letter.image && <Picture {...letter.image} />}
        <div className="[&_a]:wrap-anywhere" {...ownText}>
          <FormattedText text={letter.body} headingAs="h2" />
        </div>
        {letter.cta && (
          <Button
            href={letter.cta.url}
            rel="nofollow ugc noopener"
            variant="primary"
            className="max-w-full justify-self-start wrap-anywhere whitespace-normal!"
          >
            <span {...ownText}>{letter.cta.label}</span>
          </Button>
        )}
      </article>
      <nav aria-label={t("More")} className="mt-6 grid justify-items-center gap-2 border-t border-line pt-4">
        {letter.published && (
          <a href={paths.letters(creator.handle)} className="link inline-flex min-h-11 items-center">
            {t("All emails")}
          </a>
        )}
        <BackToCreator handle={creator.handle} />
        <ReportLink
          path={paths.letter(creator.handle, letter.key)}
          site={site}
          className="link inline-flex min-h-11 items-center text-sm text-muted"
        />
      </nav>
    </CardPage>
  );
}

function Picture({ url, alt, dimensions }: NonNullable<ModelOf<"letter">["letter"]["image"]>) {
  const sizes = imageSizes(url, dimensions);
  return (
    <img
      src={url}
      srcSet={sizes?.map((size) => `${size.url} ${size.width}w`).join(", ")}
      sizes="(min-width: 512px) 448px, 100vw"
      alt={alt}
      // Reserve its place.
      width={dimensions?.width}
      height={dimensions?.height}
      className="max-h-[80svh] w-full rounded-control object-contain"
    />
  );
}

/** The creator's published emails. */
export function LettersPage({ model, site }: Props<"letters">) {
  const { creator, letters, next, brand } = model;
  const ownText = useCreatorText();
  return (
    <CardPage brand={brand}>
      <div className="grid grid-cols-1 gap-5">
        <h1 className="text-3xl wrap-anywhere">
          {rich("Emails from {name}", { name: <bdi>{creator.display_name}</bdi> })}
        </h1>
        {letters.length === 0 ? (
          <p className="text-muted">{t("No emails are published here.")}</p>
        ) : (
          <ul className="grid grid-cols-1 gap-1">
            {letters.map(({ key, subject, sentAt }) => (
              <li key={key}>
                <a
                  href={paths.letter(creator.handle, key)}
                  className="-mx-3 grid grid-cols-1 gap-0.5 rounded-control px-3 py-2 hover:bg-tint"
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
        )}
        {next && (
          <a
            href={`${paths.letters(creator.handle)}?after=${next}`}
            className="link inline-flex min-h-11 items-center"
          >
            {t("Earlier emails")}
          </a>
        )}
        {letters.length > 0 && (
          <a
            href={paths.feed(creator.handle)}
            type="application/atom+xml"
            className="link inline-flex min-h-11 items-center"
          >
            {t("Feed")}
          </a>
        )}
        <BackToCreator handle={creator.handle} />
        <ReportLink
          path={paths.letters(creator.handle)}
          site={site}
          className="link inline-flex min-h-11 items-center justify-self-center text-sm text-muted"
        />
      </div>
    </CardPage>
  );
}

/** The date of an email in the language of the page. */
export function SentAt({ at }: { at: string }) {
  const language = usePageLanguage();
  const lang = language === "en" ? undefined : language;
  return (
    <time dateTime={at} lang={lang}>
      {formatDate(at, { dateStyle: "long" }, language)}
    </time>
  );
}

export function LetterNotFound() {
  return (
    <MessagePage title={t("Email not found.")}>
      {t(
        "It may have been deleted, or the link is not complete. If you followed a link in an email, write to its sender.",
      )}
    </MessagePage>
  );
}
