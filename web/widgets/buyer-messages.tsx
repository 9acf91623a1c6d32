import type { BuyerMessage } from "../../contract/api/buyer-message.ts";
import type { NextStep } from "../../contract/pages/bought-item.ts";
import { Button } from "../ui/button.tsx";
import { FormattedText } from "./formatted-text.tsx";

type BuyerMessagesProps = {
  /** The name of the creator. */
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
  if (messages.length === 0 && next !== "contact") return null;
  return (
    <section className="grid w-full grid-cols-1 gap-4 border-t border-line pt-5 text-start [.border-y+&]:border-t-0 [.border-y+&]:pt-0">
      <h2 className="text-xl wrap-anywhere" dir="auto">
        {next === null ? `Message from ${creator}` : "What happens next"}
      </h2>
      {messages.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
        <Message key={at} {...message} />
      ))}
      {next === "contact" && (
        <p className="wrap-anywhere">
          {isMock && <span>{"After a real order, "}</span>}
          <bdi>{creator}</bdi>
          <span>
            {isMock || email === null ? " contacts you by email." : ` will contact you at ${email}.`}
          </span>
        </p>
      )}
    </section>
  );
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
