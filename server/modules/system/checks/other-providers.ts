import { PROVIDER_NAMES } from "../../../../contract/rules/order-states.ts";
import { isPublicHost } from "../../../platform/net/public-host.ts";
import type { AccountProvider } from "../../../platform/payments/port.ts";
import { PROVIDER_SETTINGS } from "../../../platform/payments/provider-settings.ts";
import { type Check, type Found, fault, type Installation, ok, warning } from "../check.ts";

const ADVICE = "Check whether this machine may connect to the provider.";

/** Requests the account of every provider's key except the first provider's. */
export const otherProvidersCheck: Check = {
  name: "Other payment providers",
  advice: ADVICE,
  async run({ openOtherProviders, settings }) {
    const providers = (await openOtherProviders()).filter(({ offers }) => offers.length > 0);
    return Promise.all(providers.map((provider) => checkProvider(provider, settings)));
  },
};

async function checkProvider(
  provider: OtherProvider,
  { publicUrl }: Installation["settings"],
): Promise<Found> {
  const { live } = provider;
  const name = PROVIDER_NAMES[provider.provider];
  const mode = live ? "live" : "test";
  const problem = (await checkOwn(provider, { name, mode })) ?? (await checkApp(provider, name));
  if (problem) return problem;
  const works = `${worksOf(provider)} in ${mode} mode`;
  if (!isPublicHost(new URL(publicUrl).hostname)) {
    const seen = `${works}, but ${name} cannot reach ${publicUrl}`;
    const advice =
      "Payments are then found by the buyer's return and by regular reads. Set PUBLIC_URL to a public address.";
    return warning({ name, seen, advice });
  }
  return live
    ? ok({ name, seen: works })
    : warning({ name, seen: works, advice: "To take money, use live keys." });
}

const worksOf = ({ offers }: OtherProvider) =>
  ["own", "connected"].every((kind) => offers.some((offered) => offered === kind))
    ? "the key and the app for creators' accounts work"
    : offers.includes("own")
      ? "the key works"
      : "the app for creators' accounts works";

/** Returns the problem of the operator's account, if any. */
async function checkOwn(
  { provider, offers, readOwnAccount }: OtherProvider,
  { name, mode }: { name: string; mode: string },
): Promise<Found | undefined> {
  if (!offers.includes("own")) return undefined;
  try {
    const own = await readOwnAccount();
    if (own?.canSell) return undefined;
    const seen = `${own?.id ?? "the account of the key"} takes no payments in ${mode} mode`;
    return warning({ name, seen, advice: `Open it at ${name}, and complete what it asks for.` });
  } catch (error) {
    const advice = `Check ${PROVIDER_SETTINGS[provider].secretKey}. ${ADVICE}`;
    return fault({ name, seen: seenOf(error), advice });
  }
}

/** Returns the problem of the app through which creators connect accounts, if any. */
async function checkApp(
  { provider, authorization }: OtherProvider,
  name: string,
): Promise<Found | undefined> {
  try {
    await authorization?.check();
    return undefined;
  } catch (error) {
    const advice = `Check ${PROVIDER_SETTINGS[provider].connectKey} and its secret. ${ADVICE}`;
    return fault({ name, seen: `creators cannot connect: ${seenOf(error)}`, advice });
  }
}

const seenOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

type OtherProvider = Pick<
  AccountProvider,
  "provider" | "live" | "offers" | "readOwnAccount" | "authorization"
>;
