import type { Branding } from "../../contract/api/appearance.ts";
import { PRODUCT_NAME } from "../../contract/rules/brand.ts";
import type { MailContent } from "./content-types.ts";

const WIDTH = 72;

/** Returns the last line: the site's URL, with the product's name before it unless the email has the creator's brand. */
export const senderLine = (publicUrl: string, { brand }: Branding) =>
  brand ? publicUrl : `${PRODUCT_NAME}, ${publicUrl}`;

/** Renders an email as plain text. Each URL has a line of its own, so that clients turn it into a link. */
export function plainText(content: MailContent, publicUrl: string, branding: Branding): string {
  const { heading, paragraphs, facts, action, other, notes, why } = content;
  const widest = Math.max(0, ...facts.map(({ term }) => term.length));
  const blocks = [
    `${heading}\n${"=".repeat(heading.length)}`,
    ...paragraphs.map(wrap),
    facts.map(({ term, value }) => `${term.padEnd(widest)}  ${value.replace(/\s+/g, " ")}`).join("\n"),
    `${action.label}:\n${action.href}`,
    other ? `${other.label}:\n${other.href}` : "",
    ...notes.map(wrap),
    `-- \n${wrap(why)}\n${senderLine(publicUrl, branding)}`,
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

/** Wraps words to lines that every client shows whole. */
export function wrap(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line && line.length + word.length + 1 > WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return [...lines, line].join("\n");
}
