import type { ConnectStatus } from "../../../contract/api/connect.ts";
import { PROVIDER_NAMES } from "../../../contract/rules/order-states.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import { type ConnectDeps, removeAccount } from "./accounts.ts";
import { messages } from "./errors.ts";
import { findCurrent, presentStatus, type Whose } from "./service.ts";

/**
 * Disconnects a creator's account, which continues to exist at the provider. Closes open payments first. Closes
 * them again after the removal, because buyers may have started new ones meanwhile. Throws 503.
 */
export async function disconnectAccount(deps: ConnectDeps, whose: Whose): Promise<ConnectStatus> {
  const { creatorId } = whose;
  const current = await findCurrent(deps, whose);
  if (current) {
    const provider = PROVIDER_NAMES[current.provider];
    await withProviderTimeout(messages.disconnect({ provider }), async () => {
      await deps.closeOpenPayments(creatorId, current.provider);
      await removeAccount(deps, current.id, { by: "creator" });
      await deps.closeOpenPayments(creatorId, current.provider);
    });
  }
  return presentStatus(deps, whose, await findCurrent(deps, whose));
}
