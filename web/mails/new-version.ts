import { texts } from "../../contract/texts.ts";
import type { Content, MailOf } from "./content-types.ts";
import { parts, withoutLinks } from "./order-parts.ts";

const t = texts("new_version_mail", {
  subject: "A new version of your purchase at {host}",
  heading: "A new version of your purchase",
  preview: "You can download version {number}.",
  has: "{product} has a new version, {number}. You get it with what you already have.",
  writes: "From {seller}: {note}",
  open: "Open the download",
  end: "No more news of this product",
  why: "You received this because you have this product.",
});

/** A new version of a product, to the people who have it. */
export function newVersion(
  { product: named, number, note, creator, links }: MailOf<"new-version">,
  host: string,
): Content {
  const product = withoutLinks(named);
  const seller = withoutLinks(creator) || parts.seller;
  return {
    subject: t.subject({ host }),
    preview: t.preview({ number }),
    heading: t.heading,
    paragraphs: [
      t.has({ product, number }),
      ...(note === null ? [] : [t.writes({ seller, note: withoutLinks(note) })]),
    ],
    facts: creator ? [{ term: parts.seller, value: seller }] : [],
    action: t.open,
    other: { label: t.end, href: links.end },
    why: t.why,
  };
}
