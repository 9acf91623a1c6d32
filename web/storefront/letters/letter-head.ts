import type { ModelOf, PageSite } from "../../../contract/pages/pages.ts";
import { plainText } from "../../../contract/rules/formatting.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { excerpt } from "../../lib/text.ts";
import { type Head, hidden } from "../page-head.ts";

/** Search engines may index the list once it has an email. */
export function lettersHead(model: ModelOf<"letters">, site: PageSite): Head {
  const { handle, display_name, language } = model.creator;
  const title = t("Emails from {name}", { name: excerpt(display_name, 60) });
  if (model.letters.length === 0) return hidden(title, model, site);
  return {
    title,
    description: t("What {name} wrote to the people who read the news.", { name: display_name }),
    canonical: paths.letters(handle),
    feed: paths.feed(handle),
    language,
    ...(model.brand && { siteName: model.brand.display_name }),
    isLaterPart: !model.isFirst,
  };
}

/** An email is unlisted until its creator publishes it. */
export function letterHead(model: ModelOf<"letter">, site: PageSite): Head {
  const { creator, letter } = model;
  if (!letter.published) return hidden(letter.subject, model, site);
  return {
    title: `${excerpt(letter.subject, 80)} · ${excerpt(creator.display_name, 60)}`,
    description: excerpt(plainText(letter.body).replace(/\s+/g, " "), 160),
    canonical: paths.letter(creator.handle, letter.key),
    kind: "article",
    language: creator.language,
    ...(model.brand && { siteName: model.brand.display_name }),
    properties: {
      "article:published_time": letter.sentAt,
      ...(letter.image && {
        "og:image": letter.image.url,
        "og:image:alt": letter.image.alt || letter.subject,
      }),
    },
    facts: {
      "@context": "https://schema.org",
      "@type": "Article",
      headline: excerpt(letter.subject, 110),
      datePublished: letter.sentAt,
      author: { "@type": "Person", name: creator.display_name },
      ...(letter.image && { image: letter.image.url }),
    },
  };
}
