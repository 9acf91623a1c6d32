import { expect, test } from "vitest";
import type { MailModel } from "../../contract/mails/mails.ts";
import { DEFAULT_SITE } from "../../contract/rules/site.ts";
import { renderMail } from "../app/entry-mails.tsx";

const site = { ...DEFAULT_SITE, publicUrl: "https://tiles.example" };
const main = `${site.publicUrl}/unsubscribe/token`;

test("renders formatting, picture, counted links and the link to the email's page, in HTML and as text", async () => {
  const model = {
    mail: "creator-news",
    creator: "Mira",
    subject: "Two new glazes",
    body: "# New\nBoth are **food** *safe*, see [the <shop>](https://shop.example/a).\n\n- one\n- two https://shop.example/b\n\n<b>no</b>",
    cta: { label: "Shop", url: "https://shop.example/a" },
    contact: "mira@shop.example",
    image: { url: "https://tiles.example/uploads/x/email.jpg", alt: 'Two "bowls"' },
    archive: "https://tiles.example/@mira/letters/KEY",
    counted: { "https://shop.example/a": "https://tiles.example/@mira/letters/KEY/to/1" },
    links: { main },
  } satisfies MailModel;
  const { html, text } = await renderMail(model, site);
  expect(html).toMatch(/<h2[^>]*>New<\/h2>/);
  expect(html).toContain("<strong>food</strong> <em>safe</em>");
  expect(html).toMatch(
    /<a[^>]*href="https:\/\/tiles\.example\/@mira\/letters\/KEY\/to\/1"[^>]*>the &lt;shop&gt;/,
  );
  expect(html.match(/letters\/KEY\/to\/1"/g)).toHaveLength(2);
  expect(html).toContain('href="https://shop.example/b"');
  expect(html).toMatch(/<ul[^>]*>.*<li[^>]*>one/s);
  expect(html).toMatch(
    /<img[^>]*alt="Two &quot;bowls&quot;"[^>]*src="https:\/\/tiles\.example\/uploads\/x\/email\.jpg"/,
  );
  // Outlook only reads these sizes.
  expect(html).toMatch(/<img[^>]*width="502"/);
  expect(html).not.toContain("<b>no</b>");
  for (const part of [
    "New\n---",
    "Both are food safe, see the <shop> <https://shop.example/a>.",
    "- one\n- two https://shop.example/b",
    '[Two "bowls"]',
    "Shop:\nhttps://shop.example/a",
    "Read in the browser:\nhttps://tiles.example/@mira/letters/KEY",
    "write to mira@shop.example",
  ])
    expect(text.replaceAll("\n\n", "\n")).toContain(part);
  expect(text).not.toContain("/to/1");
  expect((html + text).match(/Reply to this email/g)).toHaveLength(2);
});
