import type { z } from "zod";
import { type CallMollie, type MollieCall, MollieRejection } from "./mollie-client.ts";

/** The authorization of requests for an account. */
export type Access = {
  token: string;
  /** Null for an API key, which is bound to one mode and one profile. With an access token, a request must name its mode and a new payment also the profile. */
  app: {
    testmode: boolean;
    profileId: string | null;
    /** Returns an access with a new token after Mollie has refused this one, or undefined if the seller has revoked the access. */
    renew?(): Promise<Access | undefined>;
  } | null;
};

/** Returns the access to an account, or undefined if there is none. `null` is the installation's own account. */
export type FindAccess = (account: string | null) => Promise<Access | undefined>;

/** Creates a function that finds the access to the installation's own account, which is its API key. */
export function ownAccess(apiKey: string | undefined): FindAccess {
  return async (account) => (account === null && apiKey ? { token: apiKey, app: null } : undefined);
}

type Call<Schema extends z.ZodType> = Omit<MollieCall<Schema>, "token"> & {
  /** Set for requests that must not name a mode. */
  isModeless?: true;
};

/** Returns a function that sends requests with an access. It adds the mode if required. It renews a refused token and retries once. */
export function callWith(call: CallMollie, access: Access) {
  return async <Schema extends z.ZodType>(request: Call<Schema>): Promise<z.output<Schema>> => {
    try {
      return await call(toCall(request, access));
    } catch (error) {
      const isRefused = error instanceof MollieRejection && error.status === 401;
      const renewed = isRefused ? await access.app?.renew?.() : undefined;
      if (!renewed) throw error;
      return call(toCall(request, renewed));
    }
  };
}

function toCall<Schema extends z.ZodType>(request: Call<Schema>, { token, app }: Access): MollieCall<Schema> {
  if (!app?.testmode || request.isModeless) return { ...request, token };
  if (request.method === "GET") return { ...request, token, query: { ...request.query, testmode: "true" } };
  return { ...request, token, body: { ...request.body, testmode: true } };
}
