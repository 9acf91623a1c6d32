import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { passkeyRoutes } from "../../contract/api/passkeys.ts";
import { t } from "../../contract/texts.ts";
import { ApiError, errorMessage, request } from "./api.ts";

/** Loaded when a passkey is used. */
const webAuthn = () => import("@simplewebauthn/browser");

export const canUsePasskeys = (): boolean => typeof window.PublicKeyCredential === "function";

/** Thrown if the user closed the browser's dialog or another request replaced this one, which is not a failure. */
export class PasskeyCancelled extends Error {
  override name = "PasskeyCancelled";
}

/** Creates a passkey in the browser and adds it to the account. */
export async function createPasskey(name: string) {
  const { options } = await request(passkeyRoutes.createOptions, {});
  const { startRegistration } = await webAuthn();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = await orCancelled(() => startRegistration({ optionsJSON }));
  return request(passkeyRoutes.create, { body: { name, response } });
}

/** Lets the user choose a passkey to sign in. With `autofill`, the choice is in the email field's list. Resolves to the browser's response. */
export async function askForPasskey({ autofill = false } = {}) {
  const { options } = await request(passkeyRoutes.signInOptions, {});
  return sign(options, autofill);
}

/** Lets the user confirm with one of the account's passkeys. */
export async function askForOwnPasskey() {
  const { options } = await request(passkeyRoutes.confirmOptions, {});
  return sign(options, false);
}

async function sign(options: object, useBrowserAutofill: boolean) {
  const { startAuthentication } = await webAuthn();
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return orCancelled(() => startAuthentication({ optionsJSON, useBrowserAutofill }));
}

/** Returns whether the browser can offer passkeys in the list of an email field. */
export async function canAutofillPasskeys(): Promise<boolean> {
  return canUsePasskeys() && (await webAuthn()).browserSupportsWebAuthnAutofill();
}

/** Aborts a waiting request for a passkey. */
export async function stopAskingForPasskey(): Promise<void> {
  (await webAuthn()).WebAuthnAbortService.cancelCeremony();
}

/** Names of errors that mean an abort by the user or another request (WebAuthn level 3). */
const CANCELLED = new Set(["NotAllowedError", "AbortError"]);

async function orCancelled<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const names = [error, error instanceof Error ? error.cause : undefined].map((one) =>
      one instanceof Error ? one.name : "",
    );
    if (names.some((name) => CANCELLED.has(name))) throw new PasskeyCancelled();
    throw error;
  }
}

const FAILURES: Readonly<Record<string, string>> = {
  InvalidStateError: t("This device already has a passkey for your account."),
  SecurityError: t("Passkeys do not work at this address of the site."),
  NotSupportedError: t("This device cannot make such a passkey. Try another device or a security key."),
  ConstraintError: t("This device cannot verify you. Set up its PIN, fingerprint or face unlock first."),
};

/** Returns the text for a passkey error, or null if the user aborted. */
export function passkeyFailure(error: unknown, fallback: string): string | null {
  if (error instanceof PasskeyCancelled) return null;
  if (error instanceof ApiError) return errorMessage(error, fallback);
  return (error instanceof Error ? FAILURES[error.name] : undefined) ?? fallback;
}
