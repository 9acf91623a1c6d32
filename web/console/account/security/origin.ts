import type { SignInMethod, SignInOutcome } from "../../../../contract/api/sign-in-methods.ts";
import { nameOf } from "../../../../contract/rules/formats.ts";

const METHODS: Record<SignInMethod, string> = {
  password: "Password",
  google: "Google",
  oidc: "Single sign-on",
  passkey: "Passkey",
  link: "Emailed link",
  registration: "Registration",
  code: "Code",
};
const OUTCOMES: Record<SignInOutcome, string> = {
  succeeded: "Signed in",
  failed: "Sign-in failed",
  code_failed: "Wrong code",
  confirmed: "Confirmed",
  confirmation_failed: "Confirmation failed",
};

export const methodName = (method: SignInMethod): string => METHODS[method];
export const outcomeName = (outcome: SignInOutcome): string => OUTCOMES[outcome];
export const deviceName = (device: string | null): string => device ?? "Unknown device";

/** Formats the origin of a sign-in: "Germany, 198.51.100.0/24". */
export function placeName({ country, network }: { country: string | null; network?: string | null }): string {
  const name = country === null ? null : (nameOf(country, "region") ?? country);
  return [name, network].filter(Boolean).join(", ") || "Unknown place";
}
