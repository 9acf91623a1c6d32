import { z } from "zod";
import type { CreatedCredential, PasskeyAssertion } from "../../../contract/api/passkeys.ts";
import { parseJson } from "../../platform/json.ts";
import type { Log } from "../../platform/log/index.ts";
import { CHALLENGE_MINUTES } from "./challenges.ts";
import type { PasskeyRow } from "./repository.ts";

/** Loads the library on first use. It brings certificate parsers that most requests do not need. */
const webAuthn = () => import("@simplewebauthn/server");

/** The accepted signature algorithms by COSE id: EdDSA, ES256 and RS256. Every common authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];
const timeout = CHALLENGE_MINUTES * 60_000;
/** The length of a logged reason. Only a modified browser can cause a longer one. */
const MAX_REASON = 200;

/** The site of the passkeys. Browsers offer them only on its host. */
export type RelyingParty = { id: string; origin: string; name: string };

export function relyingPartyOf({
  publicUrl,
  site: { name },
}: {
  publicUrl: string;
  site: { name: string };
}): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin, name };
}

/** Returns the bytes of a user's id, by which authenticators know the user. They reveal nothing else. */
const userHandleOf = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll("-", ""), "hex"));

type Known = Pick<PasskeyRow, "credentialId" | "transports">;
const toDescriptor = ({ credentialId, transports }: Known) => ({ id: credentialId, transports });
/** Converts a challenge to bytes. As a string, the library would encode it a second time. */
const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, "base64url"));

/**
 * Returns the options for creating a passkey. They exclude authenticators that already hold one of the user's
 * passkeys.
 */
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
    rpName: site.name,
    rpID: site.id,
    userID: userHandleOf(user.id),
    userName: user.email,
    userDisplayName: user.email,
    challenge: bytesOf(challenge),
    timeout,
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: known.map(toDescriptor),
  });
  return { ...options };
}

/**
 * Returns the options for signing a challenge, with one of the allowed passkeys or, by default, any passkey
 * for this site.
 */
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
    allowCredentials: allowed.map(toDescriptor),
  });
  return { ...options };
}

const ClientData = z.object({ challenge: z.string().min(1).max(128) });

/** Returns the challenge in a browser's response, not yet verified. */
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

/** Returns a created credential, or undefined if it does not match the options. */
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

/**
 * Verifies an assertion. Returns the authenticator's data, or undefined if it does not match the passkey or
 * the options.
 */
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

/**
 * Turns the library's errors into undefined. Their messages name origins and hosts, never a credential, so
 * they are logged.
 */
async function orRejected<T>(step: string, log: Expected["log"], verify: () => Promise<T>) {
  try {
    return await verify();
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, MAX_REASON) : "unknown";
    log.warn({ step, reason }, "passkey rejected");
    return undefined;
  }
}

/** Drops undefined fields, as the library's types require. */
function withDefined<T extends object>(fields: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]: Exclude<T[Key], undefined> };
}
