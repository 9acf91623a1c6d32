import type { SignInMethod, SignInOutcome } from "../../../../contract/api/sign-in-methods.ts";
import { nameOf } from "../../../../contract/rules/formats.ts";
import { t } from "../../../../contract/texts.ts";

const METHODS: Record<SignInMethod, string> = {
  password: t("Password"),
  google: "Google",
  oidc: t("Single sign-on"),
  passkey: t("Passkey"),
  link: t("Emailed link"),
  registration: t("Registration"),
  code: t("Code"),
};
const OUTCOMES: Record<SignInOutcome, string> = {
  succeeded: t("Signed in"),
  failed: t("Sign-in failed"),
  code_failed: t("Wrong code"),
  confirmed: t("Confirmed"),
  confirmation_failed: t("Confirmation failed"),
};

export const methodName = (method: SignInMethod): string => METHODS[method];
export const outcomeName = (outcome: SignInOutcome): string => OUTCOMES[outcome];

/** Returns the name of a browser and its system, which the server joins: "Firefox on Windows". */
export function deviceName(device: string | null): string {
  if (device === null) return t("Unknown device");
  const [browser = device, system] = device.split(" on ");
  return system === undefined ? browser : t("{browser} on {system}", { browser, system });
}

/** Formats the origin of a sign-in: "Germany, 198.51.100.0/24". */
export function placeName({ country, network }: { country: string | null; network?: string | null }): string {
  const name = country === null ? null : (nameOf(country, "region") ?? country);
  return [name, network].filter(Boolean).join(", ") || t("Unknown place");
}
