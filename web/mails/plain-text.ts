import type { Branding } from "../../contract/api/appearance.ts";
import type { PageSite } from "../../contract/pages/pages.ts";
import { siteLinks } from "../../contract/rules/site.ts";
import type { MailContent } from "./content-types.ts";
import { formattedPlain } from "./formatted.tsx";
import { parts } from "./order-parts.ts";
import { BREAKING_SPACES, wrap } from "./wrap.ts";

/** Returns the last lines: the site's URL, with its name before it unless the email has the creator's brand, and the operator's links. */
export function senderLines(site: PageSite, { brand }: Branding): string {
  const { name, publicUrl } = site;
  const links = siteLinks(site).map(({ label, href }) =>
    parts.labelWithLink({ label, url: new URL(href, publicUrl).href }),
  );
  return [brand ? publicUrl : `${name}, ${publicUrl}`, ...links].join("\n");
}

/** Returns a label and its URL below, on a line of its own. */
export const labelled = (label: string, url: string): string => `${parts.label({ label })}\n${url}`;

/** The maximum width of the first column. A term that is a product's name may be wider and moves only its own value. */
const MAX_TERM = 32;

/** Renders an email as plain text. Each URL has a line of its own, so that clients turn it into a link. */
export function plainText(content: MailContent, site: PageSite, branding: Branding): string {
  const { heading, paragraphs, messages, facts, action, other, notes, why } = content;
  const widest = Math.min(MAX_TERM, Math.max(0, ...facts.map(({ term }) => term.length)));
  const blocks = [
    `${heading}\n${"=".repeat(heading.length)}`,
    ...paragraphs.map(wrap),
    ...messages.map(plainMessage),
    facts
      .map(({ term, value }) => `${term.padEnd(widest)}  ${value.replace(BREAKING_SPACES, " ")}`)
      .join("\n"),
    labelled(action.label, action.href),
    other ? labelled(other.label, other.href) : "",
    ...notes.map(wrap),
    `-- \n${wrap(why)}\n${senderLines(site, branding)}`,
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

/** Renders a message by the seller, whose link has its URL on a line of its own. */
function plainMessage({ heading, text, link }: MailContent["messages"][number]): string {
  return [
    parts.label({ label: wrap(heading) }),
    ...(text === null ? [] : [formattedPlain(text)]),
    ...(link ? [labelled(wrap(link.label), link.url)] : []),
  ].join("\n\n");
}
