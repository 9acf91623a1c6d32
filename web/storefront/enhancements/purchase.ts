import { withCode } from "../../../contract/pages/code-in-url.ts";
import { startCheckout } from "../api.ts";
import { sendForm } from "../enhance-runtime/send-form.ts";
import { track, visitCampaign, visitSource } from "./track.ts";
import { creatorIdOf } from "./visit.ts";

/** Starts the checkout by a request, so that an error is shown in place. The values of a tip are passed to the next page. */
export function enhancePurchase(form: HTMLFormElement): void {
  sendForm(form, {
    send: async (values) => {
      const tileId = idIn(values, "tileId");
      const productId = idIn(values, "productId");
      track({ creatorId: creatorIdOf(form), tileId, event: "checkout_start" });
      const visit = { source: visitSource(), campaign: visitCampaign() };
      const next = await startCheckout({ tileId, productId, ...visit });
      if (!values.has("choice")) return withCode(next, location.href);
      return () => {
        // The form has a field named `action`.
        form.setAttribute("action", next);
        form.submit();
      };
    },
  });
}

function idIn(values: FormData, name: string): number | undefined {
  const id = values.get(name);
  return id === null ? undefined : Number(id);
}
