import type { Finding } from "../../../../contract/api/system.ts";
import { PROVIDER_NAMES } from "../../../../contract/rules/order-states.ts";
import { isLoopback } from "../../../platform/loopback.ts";
import type { AccountProvider } from "../../../platform/payments/port.ts";
import { PROVIDER_SETTINGS } from "../../../platform/payments/provider-settings.ts";
import { type Check, fault, type Installation, ok, warning } from "../check.ts";

const NAME = "Other payment providers";
const ADVICE = "Check whether this machine may connect to the provider.";

/** Asks each provider that the operator has set beside the first one for the account behind its key. */
export const otherProvidersCheck: Check = {
  name: NAME,
  advice: ADVICE,
  async run({ openOtherProviders, settings }) {
    const providers = (await openOtherProviders()).filter(({ offers }) => offers.length > 0);
    return Promise.all(providers.map((provider) => checkProvider(provider, settings)));
  },
};

async function checkProvider(
  { provider, live, offers, readOwnAccount }: OtherProvider,
  { publicUrl }: Installation["settings"],
): Promise<Finding> {
  const name = PROVIDER_NAMES[provider];
  const mode = live ? "live" : "test";
  const setting = PROVIDER_SETTINGS[provider].secretKey;
  if (offers.includes("own")) {
    try {
      const own = await readOwnAccount();
      if (!own?.canSell) {
        const seen = `${own?.id ?? "the account of the key"} takes no payments in ${mode} mode`;
        return warning({ name, seen, advice: `Open it at ${name}, and complete what it asks for.` });
      }
    } catch (error) {
      const seen = error instanceof Error ? error.message : String(error);
      return fault({ name, seen, advice: `Check ${setting}. ${ADVICE}` });
    }
  }
  if (isLoopback(new URL(publicUrl).hostname)) {
    const seen = `the key works in ${mode} mode, but ${name} cannot reach ${publicUrl}`;
    const advice =
      "Payments are then found by the buyer's return and by regular reads. Set PUBLIC_URL to a public address.";
    return warning({ name, seen, advice });
  }
  const seen = `the key works in ${mode} mode`;
  return live ? ok({ name, seen }) : warning({ name, seen, advice: "To take money, use live keys." });
}

type OtherProvider = Pick<AccountProvider, "provider" | "live" | "offers" | "readOwnAccount">;
