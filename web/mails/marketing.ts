import type { MarketingMail } from "../../contract/mails.ts";
import { marketingTemplates } from "../../contract/marketing-templates.ts";
import type { PageSite } from "../../contract/pages.ts";
import { wrap } from "./plain-text.ts";

/** Who sent a marketing mail; the way out stands beside it. */
export const marketingSender = (publicUrl: string) =>
  `You get this news from the people who run ${new URL(publicUrl).host}.`;

/** What was written, cut into paragraphs at empty lines; each is a list of lines. */
export function paragraphsOf(body: string): string[][] {
  return body
    .replace(/\r\n?/g, "\n")
    .split(/\n[^\S\n]*\n+/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => paragraph.split("\n"));
}

/** A marketing mail for who reads without HTML. */
export function marketingText(mail: MarketingMail, { publicUrl }: PageSite): string {
  const { heading, intro, footer } = marketingTemplates[mail.template];
  const blocks = [
    `${heading}\n${"=".repeat(heading.length)}`,
    wrap(intro),
    ...paragraphsOf(mail.body).map((lines) => lines.map(wrap).join("\n")),
    mail.cta ? `${mail.cta.label}:\n${mail.cta.url}` : "",
    wrap(footer),
    `-- \n${marketingSender(publicUrl)}\nUnsubscribe:\n${mail.links.main}\nTessera, ${publicUrl}`,
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}
