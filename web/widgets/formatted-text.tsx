import { type Block, parseFormatted, type Span } from "../../contract/rules/formatting.ts";

type FormattedTextProps = {
  text: string;
  /** The level of its headings, below the surrounding one. */
  headingAs: "h2" | "h3";
};

/** A description with the formatting that `parseFormatted` supports. */
export function FormattedText({ text, headingAs }: FormattedTextProps) {
  return parseFormatted(text).map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
    <TextBlock key={index} block={block} headingAs={headingAs} />
  ));
}

function TextBlock({ block, headingAs: Heading }: { block: Block; headingAs: "h2" | "h3" }) {
  if (block.kind === "heading")
    return (
      <Heading dir="auto" className="text-lg break-words not-first:mt-4">
        <Spans spans={block.spans} />
      </Heading>
    );
  if (block.kind === "quote")
    return (
      <blockquote
        dir="auto"
        className="ps-6 break-words whitespace-pre-line not-first:mt-2"
        // A rule would weigh on every page of a creator.
        style={{ borderInlineStart: "3px solid var(--primary)" }}
      >
        <Spans spans={block.spans} />
      </blockquote>
    );
  if (block.kind === "paragraph")
    return (
      <p dir="auto" className="break-words whitespace-pre-line not-first:mt-2">
        <Spans spans={block.spans} />
      </p>
    );
  const List = block.isOrdered ? "ol" : "ul";
  return (
    <List
      dir="auto"
      className={`grid grid-cols-1 gap-1 ps-6 not-first:mt-2 ${block.isOrdered ? "list-decimal" : "list-disc"}`}
      start={block.isOrdered && block.start !== 1 ? block.start : undefined}
    >
      {block.items.map((spans, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
        <li key={index}>
          <p className="break-words">
            <Spans spans={spans} />
          </p>
        </li>
      ))}
    </List>
  );
}

function Spans({ spans }: { spans: Span[] }) {
  return spans.map((span, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
    <Styled key={index} span={span} />
  ));
}

function Styled({ span: { text, bold, italic, href } }: { span: Span }) {
  const linked =
    href === undefined ? (
      text
    ) : (
      <a href={href} rel="nofollow ugc noopener" className="link wrap-anywhere">
        {text}
      </a>
    );
  const slanted = italic ? <em>{linked}</em> : linked;
  return bold ? <strong>{slanted}</strong> : slanted;
}
