import { DOWNLOAD_DAYS } from "../../contract/rules/limits.ts";
import { texts } from "../../contract/texts.ts";
import { formatTimestamp } from "../lib/format.ts";
import type { Content, MailOf } from "./content-types.ts";
import { ofOrder, orderFacts, parts, withoutLinks } from "./order-parts.ts";

const t = texts("gift_mail", {
  subject: "A gift for you at {host}",
  heading: "A gift for you",
  preview: "Somebody has bought something for you.",
  fromName: "{name} gives you {product}.",
  fromSomebody: "Somebody gives you {product}.",
  says: "“{line}”",
  works:
    "It is ready on its page for {days, plural, one {# day} other {# days}}. After that, get a new link there at any time.",
  open: "Open your gift",
  why: "You received this because somebody sent a purchase to this email as a gift. Whoever has its link can open it.",
});

const planned = texts("gift_planned_mail", {
  heading:
    "{number, select, none {You send your order at {host} as a gift} other {You send order {number} at {host} as a gift}}",
  preview: "If this was not you, stop it.",
  to: "You send {product} as a gift to {receiver}. It is sent on {date}, and your own downloads have ended.",
  toSomebody:
    "You send {product} as a gift to another email. It is sent on {date}, and your own downloads have ended.",
  stop: "If this was not you, stop it. The files come back to you, and the order gets a new link that nobody else knows.",
  action: "Stop the gift",
  works: "You can do this until {hours, plural, one {# hour} other {# hours}} after the gift was sent.",
});

/** Returns the email that tells a payer of a gift and lets them stop it. */
export const giftPlanned = (mail: MailOf<"gift-planned">, host: string): Content => {
  const { number, product, receiver, sendAt, timeZone, stopHours } = mail;
  const named = { product: withoutLinks(product), date: formatTimestamp(sendAt, timeZone) };
  return {
    heading: planned.heading(ofOrder(number, host)),
    preview: planned.preview,
    paragraphs: [
      receiver === null
        ? planned.toSomebody(named)
        : planned.to({ ...named, receiver: withoutLinks(receiver) }),
      planned.stop,
    ],
    facts: orderFacts(number, product),
    action: planned.action,
    notes: [planned.works({ hours: stopHours })],
    why: parts.whyCheckout,
  };
};

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
