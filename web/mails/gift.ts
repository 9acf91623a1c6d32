import { DOWNLOAD_DAYS } from "../../contract/rules/limits.ts";
import { texts } from "../../contract/texts.ts";
import type { Content, MailOf } from "./content-types.ts";
import { parts, withoutLinks } from "./order-parts.ts";

const t = texts("gift_mail", {
  subject: "A gift for you at {host}",
  heading: "A gift for you",
  preview: "Somebody has bought something for you.",
  fromName: "{name} gives you {product}.",
  fromSomebody: "Somebody gives you {product}.",
  says: "“{line}”",
  works: "It is ready on its page for {days} days. After that, get a new link there at any time.",
  open: "Open your gift",
  why: "You received this because somebody sent a purchase to this email as a gift. Whoever has its link can open it.",
});

/** Returns the email with a buyer's gift. */
export const gift = ({ from, line, product, creator }: MailOf<"gift">, host: string): Content => {
  const named = { product: withoutLinks(product) };
  return {
    subject: t.subject({ host }),
    preview: t.preview,
    heading: t.heading,
    paragraphs: [
      from === null ? t.fromSomebody(named) : t.fromName({ ...named, name: withoutLinks(from) }),
      ...(line === null ? [] : [t.says({ line: withoutLinks(line) })]),
      t.works({ days: DOWNLOAD_DAYS }),
    ],
    facts: creator ? [{ term: parts.seller, value: withoutLinks(creator) }] : [],
    action: t.open,
    why: t.why,
  };
};
