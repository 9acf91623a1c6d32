import type { Authentication } from "./port.ts";

/** Kinds of proof by their names in `amr` (RFC 8176): something that the user knows, has or is. */
const KINDS: ReadonlyMap<string, "knows" | "has" | "is"> = new Map([
  ["pwd", "knows"],
  ["pin", "knows"],
  ["kba", "knows"],
  ["otp", "has"],
  ["hwk", "has"],
  ["swk", "has"],
  ["sms", "has"],
  ["tel", "has"],
  ["sc", "has"],
  ["face", "is"],
  ["fpt", "is"],
  ["iris", "is"],
  ["retina", "is"],
  ["vbm", "is"],
]);
/** Names in `acr` that say that two factors were given: OpenID EAP, REFEDS, PAPE. */
const LEVELS: ReadonlySet<string> = new Set([
  "phr",
  "phrh",
  "https://refeds.org/profile/mfa",
  "http://schemas.openid.net/pape/policies/2007/06/multi-factor",
]);

/** Returns whether a provider asserts that its user authenticated with two factors. */
export function assertsSecondFactor({
  methods,
  contextClass,
}: Pick<Authentication, "methods" | "contextClass">): boolean {
  if (contextClass !== null && LEVELS.has(contextClass)) return true;
  if (methods.includes("mfa")) return true;
  return new Set(methods.flatMap((name) => KINDS.get(name) ?? [])).size > 1;
}
