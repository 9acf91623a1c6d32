import type { BuyerMessage } from "../../../contract/api/buyer-message.ts";
import type { NextStep } from "../../../contract/pages/bought-item.ts";
import { BuyerMessages } from "../../widgets/buyer-messages.tsx";

type NextStepsProps = {
  creator: string;
  messages: readonly BuyerMessage[];
  next: NextStep | null;
  /** The masked email of the buyer, or null without one. */
  email: string | null;
  isMock: boolean;
};

/** The messages of the bought products, and how a bought service continues. */
export function NextSteps({ creator, messages, next, email, isMock }: NextStepsProps) {
  const title = next === null ? `Message from ${creator}` : "What happens next";
  return (
    <BuyerMessages title={title} messages={messages}>
      {next === "contact" && (
        <p className="wrap-anywhere">
          {isMock && "After a real order, "}
          <bdi>{creator}</bdi>
          {isMock || email === null ? " contacts you by email." : ` will contact you at ${email}.`}
        </p>
      )}
    </BuyerMessages>
  );
}
