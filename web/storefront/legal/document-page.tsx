import type { ReactNode } from "react";
import type { DocumentBlock, DocumentModel, DocumentSpan } from "../../../contract/pages/document-models.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { Logo } from "../../ui/logo.tsx";
import { SiteLinks } from "../../widgets/site-links.tsx";

/** A legal document of the site's operator. */
export function DocumentPage({ model: { blocks, title, language } }: { model: DocumentModel }) {
  const hasTitle = blocks[0]?.kind === "heading";
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-3xl flex-col px-4 py-6 sm:py-10">
      <header className="mb-6 flex justify-center sm:mb-8">
        <a href={paths.landing()} className="inline-flex min-h-11 items-center rounded-control px-2">
          <Logo />
        </a>
      </header>
      <main
        lang={language}
        dir="auto"
        className="document grid grid-cols-1 gap-4 rounded-tile border border-line bg-surface p-5 wrap-anywhere sm:p-10"
      >
        {!hasTitle && <h1 className="text-3xl">{title}</h1>}
        <Blocks blocks={blocks} />
      </main>
      <footer>
        <SiteLinks className="mt-6" />
      </footer>
    </div>
  );
}

/** Renders each item once, so that its place identifies it. */
const each = <T,>(items: readonly T[], render: (item: T, key: number) => ReactNode) => items.map(render);

const Blocks = ({ blocks }: { blocks: readonly DocumentBlock[] }) =>
  each(blocks, (block, key) => <Block key={key} block={block} />);

const HEADINGS = {
  1: "text-3xl",
  2: "mt-4 text-2xl",
  3: "mt-2 text-xl",
  4: "mt-2 text-lg",
  5: "mt-2",
  6: "mt-2",
} as const;

function Block({ block }: { block: DocumentBlock }) {
  switch (block.kind) {
    case "heading": {
      const Heading = `h${block.level}` as const;
      return (
        <Heading id={block.id} className={HEADINGS[block.level]}>
          <Spans spans={block.spans} />
        </Heading>
      );
    }
    case "paragraph":
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      );
    case "quote":
      return (
        <blockquote className="grid grid-cols-1 gap-3 border-s-2 border-line ps-4">
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case "list": {
      const List = block.isOrdered ? "ol" : "ul";
      return (
        <List
          start={block.isOrdered && block.start !== 1 ? block.start : undefined}
          className={`grid grid-cols-1 gap-2 ps-6 ${block.isOrdered ? "list-decimal" : "list-disc"}`}
        >
          {each(block.items, (item, key) => (
            <li key={key}>
              <Item blocks={item} />
            </li>
          ))}
        </List>
      );
    }
    case "table":
      return <Table block={block} />;
    case "code":
      return (
        <pre className="rounded-control bg-tint p-4 text-sm whitespace-pre-wrap">
          <code>{block.text}</code>
        </pre>
      );
    case "rule":
      return <hr className="border-line" />;
  }
}

/** An item with one paragraph needs no element around its text. */
function Item({ blocks }: { blocks: readonly DocumentBlock[] }) {
  const [only, ...others] = blocks;
  if (only?.kind === "paragraph" && others.length === 0) return <Spans spans={only.spans} />;
  return (
    <div className="grid grid-cols-1 gap-2">
      <Blocks blocks={blocks} />
    </div>
  );
}

function Table({ block: { head, rows } }: { block: Extract<DocumentBlock, { kind: "table" }> }) {
  return (
    // A table may be wider than a phone. The keyboard scrolls it, too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the focus
    <div className="overflow-x-auto" tabIndex={0}>
      <table className="w-full border-collapse text-start text-[15px] wrap-normal">
        <thead>
          <tr>
            {each(head, (cell, key) => (
              <th key={key} scope="col" className="min-w-28 border border-line bg-tint px-3 py-2 text-start">
                <Spans spans={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {each(rows, (cells, row) => (
            <tr key={row}>
              {each(cells, (cell, key) => (
                <td key={key} className="border border-line px-3 py-2 align-top">
                  <Spans spans={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Spans = ({ spans }: { spans: readonly DocumentSpan[] }) =>
  each(spans, (span, key) => <Span key={key} span={span} />);

const STYLES = { strong: "strong", emphasis: "em", deleted: "del" } as const;

function Span({ span }: { span: DocumentSpan }) {
  switch (span.kind) {
    case "text":
      return span.text;
    case "code":
      return <code>{span.text}</code>;
    case "break":
      return <br />;
    case "link":
      return (
        <a href={span.href} rel="noopener" className="link">
          <Spans spans={span.spans} />
        </a>
      );
    default: {
      const Style = STYLES[span.kind];
      return (
        <Style>
          <Spans spans={span.spans} />
        </Style>
      );
    }
  }
}
