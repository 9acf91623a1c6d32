import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { DocumentBlock } from "../../../contract/pages/document-models.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderPage } from "../../testing/render-page.tsx";

const text = (value: string) => [{ kind: "text" as const, text: value }];
const WORD = "Datenschutzgrundverordnungskonformitätserklärungsverzeichnisverwaltungsordnung";

const BLOCKS: DocumentBlock[] = [
  { kind: "heading", level: 1, id: "datenschutz", spans: text("Datenschutz") },
  { kind: "paragraph", spans: [...text("See "), { kind: "link", href: "#zwecke", spans: text("purposes") }] },
  { kind: "heading", level: 2, id: "zwecke", spans: text("Zwecke") },
  {
    kind: "list",
    isOrdered: true,
    start: 3,
    items: [
      [{ kind: "paragraph", spans: text("one") }],
      [
        { kind: "paragraph", spans: text("two") },
        { kind: "list", isOrdered: false, start: 1, items: [[{ kind: "paragraph", spans: text("inner") }]] },
      ],
    ],
  },
  {
    kind: "table",
    head: [text("What"), text("Why"), text("How long"), text("Where")],
    rows: [[text("IP"), text("limits"), text("one hour"), text(WORD)]],
  },
  { kind: "quote", blocks: [{ kind: "paragraph", spans: text("quoted") }] },
  { kind: "code", text: "a <b>" },
  { kind: "rule" },
  { kind: "paragraph", spans: [{ kind: "strong", spans: text(WORD) }, { kind: "break" }, ...text("<i>")] },
];

test("shows headings, lists, tables and links, and is accessible at every width", async () => {
  renderPage({
    page: "site-document",
    name: "privacy",
    title: "Datenschutz",
    blocks: BLOCKS,
    language: "de",
  });
  await expect.element(page.getByRole("main")).toHaveAttribute("lang", "de");
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Datenschutz");
  await expect.element(page.getByRole("link", { name: "purposes" })).toHaveAttribute("href", "#zwecke");
  await expect.element(page.getByRole("cell", { name: "one hour" })).toBeInTheDocument();
  await expect.element(page.getByRole("main")).toHaveTextContent("<i>");
  expect(document.querySelector("#zwecke + ol")?.getAttribute("start")).toBe("3");
  expect(document.querySelector("main i, main b, main script")).toBeNull();
  await expectAccessibleAtEveryWidth();
});

test("has the document's name as its heading if the text has none", async () => {
  const blocks: DocumentBlock[] = [{ kind: "paragraph", spans: text("Anna Weber, Berlin") }];
  renderPage({ page: "site-document", name: "imprint", title: "Imprint", blocks });
  await expect.element(page.getByRole("heading", { level: 1, name: "Imprint" })).toBeInTheDocument();
  await expectAccessibleAtEveryWidth();
});
