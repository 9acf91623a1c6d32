import { Heading, Link, Text } from "@react-email/components";
import { type CSSProperties, Fragment, use } from "react";
import { type Block, parseFormatted, type Span } from "../../contract/rules/formatting.ts";
import { MailLook } from "./look.ts";
import { wrap } from "./wrap.ts";

/** Returns the target of a link: its counting URL, if there is one. */
export type Leads = (href: string) => string;

/** A text with the formatting of descriptions, for an email. */
export function FormattedMail({ text, leads }: { text: string; leads: Leads }) {
  return parseFormatted(text).map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
    <MailBlock key={index} block={block} leads={leads} />
  ));
}

const quote: CSSProperties = {
  margin: "0 0 16px",
  borderInlineStart: "3px solid",
  paddingInlineStart: "16px",
};

/** Paragraphs in a list have the list's margins. */
const item: CSSProperties = { margin: "0 0 6px" };

function MailBlock({ block, leads }: { block: Block; leads: Leads }) {
  const { look } = use(MailLook);
  if (block.kind === "heading")
    return (
      <Heading as="h2" className="ink" dir="auto" style={look.subheading}>
        <Spans spans={block.spans} leads={leads} />
      </Heading>
    );
  if (block.kind === "quote")
    return (
      <blockquote className="ink" dir="auto" style={quote}>
        <Text className="ink" style={look.text}>
          <em>
            <Spans spans={block.spans} leads={leads} />
          </em>
        </Text>
      </blockquote>
    );
  if (block.kind === "paragraph")
    return (
      <Text className="ink" dir="auto" style={look.text}>
        <Spans spans={block.spans} leads={leads} />
      </Text>
    );
  const List = block.isOrdered ? "ol" : "ul";
  return (
    <List className="ink" dir="auto" style={look.list} start={block.isOrdered ? block.start : undefined}>
      {block.items.map((spans, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
        <li key={index} style={item}>
          <Spans spans={spans} leads={leads} />
        </li>
      ))}
    </List>
  );
}

function Spans({ spans, leads }: { spans: Span[]; leads: Leads }) {
  return spans.map((span, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
    <Styled key={index} span={span} leads={leads} />
  ));
}

function Styled({ span: { text, bold, italic, href }, leads }: { span: Span; leads: Leads }) {
  const { look } = use(MailLook);
  const lines = text.split("\n").map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
  const linked =
    href === undefined ? (
      lines
    ) : (
      <Link href={leads(href)} className="link" style={look.link}>
        {lines}
      </Link>
    );
  const slanted = italic ? <em>{linked}</em> : linked;
  return bold ? <strong>{slanted}</strong> : slanted;
}

/** Renders formatted text as plain text. A link is followed by its direct URL. */
export const formattedPlain = (text: string): string => parseFormatted(text).map(plainBlock).join("\n\n");

function plainBlock(block: Block): string {
  if (block.kind === "paragraph") return linesOf(block.spans).map(wrap).join("\n");
  if (block.kind === "quote")
    return linesOf(block.spans)
      .flatMap((line) => wrap(line).split("\n"))
      .map((line) => `> ${line}`)
      .join("\n");
  if (block.kind === "heading") {
    const heading = wrap(linesOf(block.spans).join(" "));
    return `${heading}\n${"-".repeat(Math.max(...heading.split("\n").map((line) => line.length)))}`;
  }
  return block.items
    .map((spans, index) => {
      const mark = block.isOrdered ? `${block.start + index}. ` : "- ";
      const indent = " ".repeat(mark.length);
      return mark + wrap(linesOf(spans).join(" ")).replaceAll("\n", `\n${indent}`);
    })
    .join("\n");
}

function linesOf(spans: Span[]): string[] {
  const written = spans.map(({ text, href }) =>
    href === undefined || href === text || href === `${text}/` ? text : `${text} <${href}>`,
  );
  return written.join("").split("\n");
}
