import { z } from "zod";
import type { CreatedCredential, PasskeyAssertion } from "../../../contract/api/passkeys.ts";
import { PRODUCT_NAME } from "../../../contract/rules/brand.ts";
import { parseJson } from "../../platform/json.ts";
import type { Log } from "../../platform/log/index.ts";
import { CHALLENGE_MINUTES } from "./challenges.ts";
import type { PasskeyRow } from "./repository.ts";

/** Loaded on first use: the library brings parsers of certificates, which most requests do not need. */
const webAuthn = () => import("@simplewebauthn/server");

/** EdDSA, ES256 and RS256 (COSE): what authenticators have, and what Node verifies without an experimental part. */
const ALGORITHMS = [-8, -7, -257];
const timeout = CHALLENGE_MINUTES * 60_000;
/** Longer ones can only come from a browser that was changed. */
const MAX_REASON = 200;

/** The site that passkeys are made for: browsers offer them at its host alone. */
export type RelyingParty = { id: string; origin: string };

export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** The user as authenticators know it: the bytes of its id, which says nothing about the user. */
const userHandleOf = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll("-", ""), "hex"));

type Known = Pick<PasskeyRow, "credentialId" | "transports">;
const describe = ({ credentialId, transports }: Known) => ({ id: credentialId, transports });
/** The challenge is passed as bytes, so that it returns as the same text. */
const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, "base64url"));

/** Returns the options with which a browser creates a passkey; authenticators that have one of the user's are left out. */
export async function creationOptions(
  site: RelyingParty,
  {
    user,
    known,
    challenge,
  }: { user: { id: string; email: string }; known: readonly Known[]; challenge: string },
) {
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: PRODUCT_NAME,
    rpID: site.id,
    userID: userHandleOf(user.id),
    userName: user.email,
    userDisplayName: user.email,
    challenge: bytesOf(challenge),
    timeout,
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: known.map(describe),
  });
  return { ...options };
}

/** Returns the options with which a browser signs a challenge: with any passkey that it has for this site, or one of these. */
export async function assertionOptions(
  site: RelyingParty,
  { challenge, allowed = [] }: { challenge: string; allowed?: readonly Known[] },
) {
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    challenge: bytesOf(challenge),
    timeout,
    userVerification: "required",
    allowCredentials: allowed.map(describe),
  });
  return { ...options };
}

const ClientData = z.object({ challenge: z.string().min(1).max(128) });

/** Returns the challenge that a browser says it has signed. */
export function challengeOf({ response }: { response: { clientDataJSON: string } }): string | undefined {
  try {
    const json = Buffer.from(response.clientDataJSON, "base64url").toString();
    return ClientData.safeParse(parseJson(json)).data?.challenge;
  } catch {
    return undefined;
  }
}

type Expected = {
  site: RelyingParty;
  challenge: string;
  userVerification: "required";
  log: Pick<Log, "warn">;
};

/** Returns a created credential, or undefined when it does not match what was asked for. */
export async function verifyCreation(response: CreatedCredential, expected: Expected) {
  const { verifyRegistrationResponse } = await webAuthn();
  const result = await orRejected("creation", expected.log, () =>
    verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {}, response: withDefined(response.response) },
      supportedAlgorithmIDs: ALGORITHMS,
      ...checksOf(expected),
    }),
  );
  return result?.registrationInfo;
}

/** Returns what an authenticator has signed with a passkey, or undefined when it does not match what was asked for. */
export async function verifyAssertion(response: PasskeyAssertion, passkey: PasskeyRow, expected: Expected) {
  const { verifyAuthenticationResponse } = await webAuthn();
  const { userHandle } = response.response;
  if (
    userHandle !== undefined &&
    userHandle !== Buffer.from(userHandleOf(passkey.userId)).toString("base64url")
  ) {
    expected.log.warn({ reason: "the passkey belongs to another user" }, "passkey rejected");
    return undefined;
  }
  const result = await orRejected("assertion", expected.log, () =>
    verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {}, response: withDefined(response.response) },
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
      ...checksOf(expected),
    }),
  );
  return result?.verified ? result.authenticationInfo : undefined;
}

const checksOf = ({ site, challenge, userVerification }: Expected) => ({
  expectedChallenge: challenge,
  expectedOrigin: site.origin,
  expectedRPID: site.id,
  requireUserVerification: userVerification === "required",
});

/** The library throws for whatever does not match. Its messages name origins and hosts, never a credential. */
async function orRejected<T>(step: string, log: Expected["log"], verify: () => Promise<T>) {
  try {
    return await verify();
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, MAX_REASON) : "unknown";
    log.warn({ step, reason }, "passkey rejected");
    return undefined;
  }
}

/** Leaves out optional fields that are missing, for the library's types. */
function withDefined<T extends object>(fields: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]: Exclude<T[Key], undefined> };
}
