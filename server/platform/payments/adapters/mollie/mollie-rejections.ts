import { CreationFailed } from "../../port.ts";
import { AmountTooSmall, BuyerInputRejected, RefundRejected, SellerUnavailable } from "../../sales.ts";
import { MollieRejection } from "./mollie-client.ts";

/** Matches Mollie's messages about limits of the account or its profile, which name no field. */
const SELLER_MESSAGE =
  /profile|no suitable payment methods|not (been )?activated|not (yet )?allowed|blocked/i;
const TOO_SMALL = /minimum|too low|lower than/i;

/** Returns the typed rejection of a creation, or the given error if there is none. */
export function toStartRejection(error: unknown): unknown {
  if (!(error instanceof MollieRejection)) return error;
  const { status, field, message } = error;
  const cause = error;
  // A key or permission that was revoked: the account takes no payments until it is connected again.
  if (status === 401 || status === 403) return new SellerUnavailable(message, { cause });
  const [name = ""] = (field ?? "").split(".");
  if (name === "applicationFee") return new AmountTooSmall(message, { cause });
  if (name === "amount" && TOO_SMALL.test(message)) return new AmountTooSmall(message, { cause });
  if (name === "billingAddress") return new BuyerInputRejected("email", { cause });
  if (name === "shippingAddress") return new BuyerInputRejected("address", { cause });
  // Which currencies an account takes depends on its profile and methods: the creator can change that, the buyer cannot.
  if (field === "amount.currency" || /currency/i.test(message))
    return new SellerUnavailable(message, { cause });
  if (name === "profileId" || SELLER_MESSAGE.test(message)) return new SellerUnavailable(message, { cause });
  return new CreationFailed(message, { cause });
}

/** Returns the typed rejection of a refund, or the given error if its outcome is unknown. */
export function toRefundRejection(error: unknown): unknown {
  if (!(error instanceof MollieRejection)) return error;
  const { status, field, message } = error;
  const cause = error;
  // Two refunds of one amount were requested at once. The next attempt checks whether this one was made.
  if (status === 409) return error;
  if (/balance|insufficient/i.test(message)) return new RefundRejected("balance", { cause });
  if (field?.startsWith("amount") || /amount .*(higher|exceeds|remaining)|already .*refunded/i.test(message))
    return new RefundRejected("too_much", { cause });
  return new RefundRejected("other", { cause });
}
