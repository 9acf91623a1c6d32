import { createHmac, timingSafeEqual } from "node:crypto";

/** Seconds that an event may be under way. */
export const TOLERANCE_SECONDS = 300;

type Signed = { secret: string; body: Buffer; now: Date };

/** The header by which Stripe signs events: a time, and an HMAC of time and body. */
export function signBody({ secret, body, now }: Signed): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${macOf(secret, seconds, body).toString("hex")}`;
}

/** True when the very bytes were signed with the secret not long ago. */
export function isSigned({ secret, body, now }: Signed, header: string | undefined): boolean {
  const parts = (header ?? "").split(",").map((part) => part.trim().split("=", 2));
  const seconds = Number(parts.find(([name]) => name === "t")?.[1]);
  if (!Number.isSafeInteger(seconds)) return false;
  if (Math.floor(now.getTime() / 1000) - seconds > TOLERANCE_SECONDS) return false;
  const expected = macOf(secret, seconds, body);
  return parts.some(([name, value = ""]) => {
    const given = Buffer.from(value, "hex");
    return name === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function macOf(secret: string, seconds: number, body: Buffer): Buffer {
  return createHmac("sha256", secret).update(`${seconds}.`).update(body).digest();
}
