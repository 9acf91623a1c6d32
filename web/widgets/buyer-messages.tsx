import type { ReactNode } from "react";
import type { BuyerMessage } from "../../contract/api/buyer-message.ts";
import { Button } from "../ui/button.tsx";
import { FormattedText } from "./formatted-text.tsx";

type BuyerMessagesProps = {
  title: string;
  messages: readonly BuyerMessage[];
  /** A paragraph after the messages. */
  children?: ReactNode;
};

/** The messages of the bought products, each under the product's name if there are several. */
export function BuyerMessages({ title, messages, children }: BuyerMessagesProps) {
  if (messages.length === 0 && !children) return null;
  return (
    <section className="grid w-full grid-cols-1 gap-4 border-t border-line pt-5 text-start [.border-y+&]:border-t-0 [.border-y+&]:pt-0">
      <h2 className="text-xl wrap-anywhere" dir="auto">
        {title}
      </h2>
      {messages.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
        <Message key={at} {...message} />
      ))}
      {children}
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
