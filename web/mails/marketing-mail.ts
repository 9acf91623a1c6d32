import { marketingTemplates } from "../../contract/api/marketing-templates.ts";
import type { CreatorNews, MarketingMail } from "../../contract/mails/mails.ts";
import type { PageSite } from "../../contract/pages/pages.ts";
import { t } from "../../contract/texts.ts";
import { formattedPlain, type Leads } from "./formatted.tsx";
import { parts, withoutLinks } from "./order-parts.ts";
import { labelled, senderLines } from "./plain-text.ts";
import { wrap } from "./wrap.ts";

/** The text around a marketing email. */
type Surroundings = {
  heading: string;
  intro: string | null;
  footer: string | null;
  /** The sender and the reason, beside the link to unsubscribe. */
  sender: string;
};

export function surroundingsOf(mail: MarketingMail | CreatorNews, publicUrl: string): Surroundings {
  const { host } = new URL(publicUrl);
  if (mail.mail === "marketing") {
    const { heading, intro, footer } = marketingTemplates[mail.template];
    return { heading: t(heading), intro: t(intro), footer: t(footer), sender: parts.operatorNews({ host }) };
  }
  const creator = withoutLinks(mail.creator);
  const sender = parts.whyNews({ creator, host });
  return { heading: parts.creatorNews({ creator }), intro: null, footer: null, sender };
}

/** Splits a text at empty lines into paragraphs, each of which is a list of lines. */
export function paragraphsOf(body: string): string[][] {
  return body
    .replace(/\r\n?/g, "\n")
    .split(/\n[^\S\n]*\n+/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => paragraph.split("\n"));
}

/** Returns the link targets of an email. Those of an administrator's email are not counted. */
export const leadsOf =
  (mail: MarketingMail | CreatorNews): Leads =>
  (href) =>
    ("counted" in mail && mail.counted?.[href]) || href;

/** Returns the paragraphs of an email as plain text, with the picture's description. */
function textOf(mail: MarketingMail | CreatorNews): string[] {
  if (mail.mail === "marketing") return paragraphsOf(mail.body).map((lines) => lines.map(wrap).join("\n"));
  const { image, body } = mail;
  return [...(image?.alt ? [wrap(`[${image.alt}]`)] : []), formattedPlain(body)];
}

/** A marketing email as plain text. */
export function marketingText(mail: MarketingMail | CreatorNews, site: PageSite): string {
  const { heading, intro, footer, sender } = surroundingsOf(mail, site.publicUrl);
  const isNews = mail.mail === "creator-news";
  const archive = isNews && mail.archive ? `${labelled(parts.inBrowser, mail.archive)}\n` : "";
  const blocks = [
    `${heading}\n${"=".repeat(heading.length)}`,
    intro && wrap(intro),
    ...textOf(mail),
    mail.cta ? labelled(mail.cta.label, mail.cta.url) : "",
    footer && wrap(footer),
    isNews && mail.contact && wrap(parts.question({ email: mail.contact })),
    `-- \n${sender}\n${archive}${labelled(parts.unsubscribe, mail.links.main)}\n${senderLines(site, isNews ? mail : {})}`,
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}
