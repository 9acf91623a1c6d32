import { type Payments, ProviderUnavailable } from "../../platform/payments/port.ts";

/** Reads the id of the account behind the installation's keys once; a failed read is repeated with the next call. */
export function platformIdOf(payments: Pick<Payments, "readOwnAccount">): () => Promise<string | null> {
  let known: string | null = null;
  return async () => {
    try {
      known ??= (await payments.readOwnAccount())?.id ?? null;
    } catch (error) {
      // A restricted key may not read it: accounts are then never taken for gone.
      if (!(error instanceof ProviderUnavailable)) throw error;
    }
    return known;
  };
}
