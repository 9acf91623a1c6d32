import { PROVIDER_NAMES } from "../../../../contract/rules/order-states.ts";
import { defineMessages, type Message } from "../../../../contract/texts.ts";
import { errorMessage, failureOf } from "../../../platform/failure.ts";
import { isPublicHost } from "../../../platform/net/public-host.ts";
import type { AccountProvider } from "../../../platform/payments/port.ts";
import { PROVIDER_SETTINGS } from "../../../platform/payments/provider-settings.ts";
import { type Check, type Found, fault, type Installation, ok, shared, warning } from "../check.ts";

const messages = defineMessages("check_other_providers", {
  name: "Other payment providers",
  advice: "Check whether this machine may connect to the provider.",
  provider: "{provider}",
  keyWorks: "{mode, select, live {the key works in live mode} other {the key works in test mode}}",
  appWorks:
    "{mode, select, live {the app for creators' accounts works in live mode} other {the app for creators' accounts works in test mode}}",
  bothWork:
    "{mode, select, live {the key and the app for creators' accounts work in live mode} other {the key and the app for creators' accounts work in test mode}}",
  unreachable: "{provider} cannot reach {url}",
  unreachableAdvice:
    "Payments are then found by the buyer's return and by regular reads. Set PUBLIC_URL to a public address.",
  cannotSell:
    "{mode, select, live {{account} takes no payments in live mode} other {{account} takes no payments in test mode}}",
  unknownCannotSell:
    "{mode, select, live {the account of the key takes no payments in live mode} other {the account of the key takes no payments in test mode}}",
  cannotSellAdvice: "Open it at {provider}, and complete what it asks for.",
  keyAdvice: "Check {setting}, and whether this machine may connect to the provider.",
  app: "creators cannot connect: {failure}",
  appAdvice: "Check {setting} and its secret, and whether this machine may connect to the provider.",
});

/** Requests the account of every provider's key except the first provider's. */
export const otherProvidersCheck: Check = {
  id: "other_payment_providers",
  name: messages.name,
  advice: messages.advice,
  async run({ openOtherProviders, settings }) {
    const providers = (await openOtherProviders()).filter(({ offers }) => offers.length > 0);
    return Promise.all(
      providers.map(async (provider) => ({
        name: messages.provider({ provider: PROVIDER_NAMES[provider.provider] }),
        ...(await checkProvider(provider, settings)),
      })),
    );
  },
};

async function checkProvider(
  provider: OtherProvider,
  { publicUrl: url }: Installation["settings"],
): Promise<Found> {
  const problem = (await checkOwn(provider)) ?? (await checkApp(provider));
  if (problem) return problem;
  const seen = worksOf(provider);
  if (!isPublicHost(new URL(url).hostname)) {
    const unreachable = messages.unreachable({ provider: PROVIDER_NAMES[provider.provider], url });
    return warning({ seen: [seen, unreachable], advice: messages.unreachableAdvice });
  }
  return provider.live ? ok({ seen }) : warning({ seen, advice: shared.liveKeys });
}

const modeOf = ({ live }: OtherProvider) => (live ? "live" : "test");

function worksOf(provider: OtherProvider): Message {
  const mode = modeOf(provider);
  if (!provider.offers.includes("own")) return messages.appWorks({ mode });
  return provider.offers.includes("connected") ? messages.bothWork({ mode }) : messages.keyWorks({ mode });
}

/** Returns the problem of the operator's account, if any. */
async function checkOwn(provider: OtherProvider): Promise<Found | undefined> {
  if (!provider.offers.includes("own")) return undefined;
  try {
    const own = await provider.readOwnAccount();
    if (own?.canSell) return undefined;
    const mode = modeOf(provider);
    return warning({
      seen: own ? messages.cannotSell({ account: own.id, mode }) : messages.unknownCannotSell({ mode }),
      advice: messages.cannotSellAdvice({ provider: PROVIDER_NAMES[provider.provider] }),
    });
  } catch (error) {
    const { secretKey } = PROVIDER_SETTINGS[provider.provider];
    return fault({ seen: failureOf(error), advice: messages.keyAdvice({ setting: secretKey }) });
  }
}

/** Returns the problem of the app through which creators connect accounts, if any. */
async function checkApp({ provider, authorization }: OtherProvider): Promise<Found | undefined> {
  try {
    await authorization?.check();
    return undefined;
  } catch (error) {
    const advice = messages.appAdvice({ setting: PROVIDER_SETTINGS[provider].connectKey });
    return fault({ seen: messages.app({ failure: errorMessage(error) }), advice });
  }
}

type OtherProvider = Pick<
  AccountProvider,
  "provider" | "live" | "offers" | "readOwnAccount" | "authorization"
>;
