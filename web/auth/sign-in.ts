import type { QueryClient } from "@tanstack/react-query";
import type { Creator } from "../../contract/api/creators.ts";
import { type PasskeyAssertion, passkeyRoutes } from "../../contract/api/passkeys.ts";
import { secondFactorRoutes } from "../../contract/api/second-factor.ts";
import { request } from "../lib/api.ts";
import { startSession } from "../lib/session.ts";

/** Completes a sign-in with a code of the second factor. */
export async function finishSignIn(
  queryClient: QueryClient,
  body: { code: string },
): Promise<Creator | null> {
  const { creator } = await request(secondFactorRoutes.signIn, { body });
  return startSession(queryClient, creator);
}

/** Signs in with the browser's passkey response. */
export async function signInWithPasskey(
  queryClient: QueryClient,
  response: PasskeyAssertion,
): Promise<Creator | null> {
  const { creator } = await request(passkeyRoutes.signIn, { body: { response } });
  return startSession(queryClient, creator);
}
