import type { z } from "zod";
import { type CallMollie, type MollieCall, MollieRejection } from "./mollie-client.ts";

/** The authorization of requests for an account. */
export type Access = {
  token: string;
  /** Set for an access token, with which each request names its mode, and a new payment its profile. An API key implies both. */
  app: {
    testmode: boolean;
    profileId: string | null;
    /** Returns another access once this token is refused, or undefined if it was withdrawn. */
    renew?(): Promise<Access | undefined>;
  } | null;
};

/** Returns the access to an account, or undefined if there is none. An account of null means that of the installation's key. */
export type FindAccess = (account: string | null) => Promise<Access | undefined>;

/** Finds access to the installation's own account only. Its key implies the profile and mode. */
export function ownAccess(apiKey: string | undefined): FindAccess {
  return async (account) => (account === null && apiKey ? { token: apiKey, app: null } : undefined);
}

type Call<Schema extends z.ZodType> = Omit<MollieCall<Schema>, "token"> & {
  /** Some requests have no mode. */
  isModeless?: true;
};

/** Returns a function that sends requests with an access, and with its mode if required. A token that is refused before its time is renewed once. */
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
