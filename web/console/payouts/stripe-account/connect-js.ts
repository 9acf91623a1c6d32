import { loadConnectAndInitialize, type StripeConnectInstance } from "@stripe/connect-js/pure";
import { connectRoutes } from "../../../../contract/api/connect.ts";
import { t } from "../../../../contract/texts.ts";
import { request } from "../../../lib/api.ts";

const LIBRARY = "https://connect-js.stripe.com/";

type StripeAccountOptions = {
  publishableKey: string;
  /** Called if the library or a session cannot be loaded. */
  onFail: () => void;
};

/** Loads Stripe's library for accounts, which requests a new session when one expires. */
export function loadStripeAccount({ publishableKey, onFail }: StripeAccountOptions): StripeConnectInstance {
  const instance = loadConnectAndInitialize({
    publishableKey,
    fetchClientSecret: async () => {
      try {
        const { embeddedClientSecret } = await request(connectRoutes.onboard, { body: { embedded: true } });
        if (embeddedClientSecret) return embeddedClientSecret;
      } catch {
        // Reported below: the library does not report it before it is loaded.
      }
      onFail();
      throw new Error(t("The provider returned no session."));
    },
    appearance: { overlays: "dialog", variables: themeVariables() },
  });
  document.querySelector(`script[src^="${LIBRARY}"]`)?.addEventListener("error", onFail);
  return instance;
}

/** The colours of the current colour scheme for Stripe's components. */
function themeVariables() {
  const { backgroundColor, color, fontSize } = getComputedStyle(document.body);
  return {
    colorBackground: toHex(backgroundColor),
    colorText: toHex(color),
    fontSizeBase: fontSize,
    fontFamily: "system-ui, sans-serif",
  };
}

/** Returns a colour as #rrggbb from any notation that the browser returns. */
function toHex(color: string): string {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return "#ffffff";
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
