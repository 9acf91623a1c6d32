import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import type { SecondFactorSetUp } from "../../../contract/api/second-factor.ts";
import type { Site } from "../../../contract/rules/site.ts";

/** The length that RFC 4226 recommends, equal to the output of HMAC-SHA-1. */
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
/** The number of steps by which a phone's clock may be early or late. */
const DRIFT_STEPS = 1;
/** The parameters that every authenticator app supports. Some ignore other values. */
const FORM = { algorithm: "SHA1", digits: 6, period: STEP_SECONDS } as const;

export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

const asSecret = (secret: Buffer) => new Secret({ buffer: new Uint8Array(secret).buffer });

/** Returns the step of a code within the drift, or undefined for a wrong code. */
export function stepOfCode(secret: Buffer, { code, seconds }: { code: string; seconds: number }) {
  // The library throws for digits of other scripts.
  if (!isAppCode(code)) return undefined;
  const totp = new TOTP({ ...FORM, secret: asSecret(secret) });
  const delta = totp.validate({ token: code, timestamp: seconds * 1000, window: DRIFT_STEPS });
  return delta === null ? undefined : Math.floor(seconds / STEP_SECONDS) + delta;
}

/**
 * Describes a secret for an authenticator app. Renders the QR code here, so that no other service sees the
 * secret.
 */
export function describeSetUp(
  secret: Buffer,
  { email, host, site }: { email: string; host: string; site: Pick<Site, "name"> },
): SecondFactorSetUp {
  // Apps list accounts by issuer, so two installations need two names.
  const issuer = `${site.name} (${host})`;
  const uri = new TOTP({ ...FORM, issuer, label: email, secret: asSecret(secret) }).toString();
  return { secret: asSecret(secret).base32, uri, qr: renderSVG(uri, { ecc: "M", border: 2 }) };
}
