import { withCode } from "../../../contract/code-in-url.ts";
import { track } from "../../lib/track.ts";
import { startCheckout } from "../api.ts";
import { sendForm } from "../enhance/send-form.ts";
import { creatorIdOf } from "./visit.ts";

/** Starts the checkout of a tile by a request, so that a failure is told in place. */
export function enhancePurchase(form: HTMLFormElement): void {
  sendForm(form, {
    send: async (values) => {
      const tileId = Number(values.get("tileId"));
      track({ creatorId: creatorIdOf(form), tileId, event: "checkout_start" });
      return withCode(await startCheckout(tileId), location.href);
    },
    failure: "The checkout could not be started. Please try again.",
  });
}
