import type { z } from "zod";
import type { CallMollie, MollieCall } from "./mollie-client.ts";

/** What requests for an account are sent with. */
export type Access = {
  token: string;
  /** With an access token each request names its mode and, for a new payment, the profile; an API key has one of each. */
  app: { testmode: boolean; profileId: string | null } | null;
};

/** Returns the access to an account, null for that of the installation's key; undefined when there is none. */
export type FindAccess = (account: string | null) => Promise<Access | undefined>;

/** The installation's own account: whatever it requests is of the profile and mode of its key. */
export function ownAccess(apiKey: string | undefined): FindAccess {
  return async (account) => (account === null && apiKey ? { token: apiKey, app: null } : undefined);
}

type Call<Schema extends z.ZodType> = Omit<MollieCall<Schema>, "token">;

/** Sends a request with an access, and names the mode where it has to. */
export function callWith(call: CallMollie, { token, app }: Access) {
  return <Schema extends z.ZodType>(request: Call<Schema>): Promise<z.output<Schema>> => {
    if (!app?.testmode) return call({ ...request, token });
    if (request.method === "GET")
      return call({ ...request, token, query: { ...request.query, testmode: "true" } });
    return call({ ...request, token, body: { ...request.body, testmode: true } });
  };
}
