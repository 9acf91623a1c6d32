import { paths } from "../../../contract/rules/paths.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import type { BillingDeps } from "./deps.ts";
import { errors, messages } from "./errors.ts";
import { listSubscriptions } from "./repository.ts";

/** Returns the provider's page with card and invoices, also of a subscription that has ended. It leads back to the settings. Throws 409, 503. */
export async function openPortal(deps: BillingDeps, creatorId: number): Promise<{ url: string }> {
  const known = (await listSubscriptions(deps.db, creatorId)).filter(({ customerId }) => customerId !== null);
  const { customerId } = known.findLast(({ status }) => status !== "ended") ?? known.at(-1) ?? {};
  if (!customerId) throw errors.noInvoices();
  const returnUrl = `${deps.publicUrl}${paths.settings()}`;
  const url = await withProviderTimeout(messages.portal, () =>
    deps.payments.createPortalSession({ customerId, returnUrl }),
  );
  if (url === undefined) throw errors.noInvoices();
  return { url };
}
