import type { ReactNode } from "react";
import type { BuyerMessage } from "../../contract/api/buyer-message.ts";
import type { NextStep } from "../../contract/pages/bought-item.ts";
import { t } from "../../contract/texts.ts";
import { rich } from "../lib/rich.ts";
import { Button } from "../ui/button.tsx";
import { FormattedText } from "./formatted-text.tsx";

type BuyerMessagesProps = {
  /** The name of the creator, or an empty text if it is not known any more. */
  creator: string;
  messages: readonly BuyerMessage[];
  /** How a bought service continues, or null without one. */
  next?: NextStep | null;
  /** The masked email of the buyer, or null without one. */
  email?: string | null;
  isMock?: boolean;
};

/** The messages of the bought products, each under the product's name if there are several, and how a bought service continues. */
export function BuyerMessages({
  creator,
  messages,
  next = null,
  email = null,
  isMock = false,
}: BuyerMessagesProps) {
  const to = { isMock, email };
  if (messages.length === 0 && next !== "contact") return null;
  return (
    <section className="grid w-full grid-cols-1 gap-4 border-t border-line pt-5 text-start [.border-y+&]:border-t-0 [.border-y+&]:pt-0">
      <h2 className="text-xl wrap-anywhere" dir="auto">
        {next === null ? messageFrom(creator) : t("What happens next")}
      </h2>
      {messages.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
        <Message key={at} {...message} />
      ))}
      {next === "contact" && (
        <p className="wrap-anywhere">{creator === "" ? sellerContacts(to) : creatorContacts(creator, to)}</p>
      )}
    </section>
  );
}

const messageFrom = (creator: string) =>
  creator === "" ? t("Message from the seller") : t("Message from {creator}", { creator });

type Contacted = { isMock: boolean; email: string | null };

function creatorContacts(name: string, { isMock, email }: Contacted): ReactNode {
  const creator = <bdi>{name}</bdi>;
  if (isMock) return rich("After a real order, {creator} contacts you by email.", { creator });
  return email === null
    ? rich("{creator} contacts you by email.", { creator })
    : rich("{creator} will contact you at {email}.", { creator, email: <bdi>{email}</bdi> });
}

function sellerContacts({ isMock, email }: Contacted): ReactNode {
  if (isMock) return t("After a real order, the seller contacts you by email.");
  return email === null
    ? t("The seller contacts you by email.")
    : rich("The seller will contact you at {email}.", { email: <bdi>{email}</bdi> });
}

function Message({ name, text, link }: BuyerMessage) {
  return (
    <div className="grid grid-cols-1 gap-3">
      {name !== null && (
        <h3 className="text-base wrap-anywhere" dir="auto">
          {name}
        </h3>
      )}
      {text !== null && (
        <div>
          <FormattedText text={text} headingAs="h3" />
        </div>
      )}
      {link && (
        <Button href={link.url} rel="nofollow ugc noopener noreferrer" className="w-full">
          <span dir="auto" className="wrap-anywhere">
            {link.label}
          </span>
        </Button>
      )}
    </div>
  );
}
