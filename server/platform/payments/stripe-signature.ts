import { createHmac, timingSafeEqual } from "node:crypto";
import type { EventHeaders, Payments } from "./port.ts";
import { parseEvent } from "./stripe-event.ts";

/** The maximum age of an event's signature. */
export const TOLERANCE_SECONDS = 300;

type Signed = { secret: string; body: Buffer; now: Date };

/** Returns the signature header of an event as Stripe sends it: a time, and an HMAC of time and body. */
export function signBody({ secret, body, now }: Signed): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${macOf(secret, seconds, body).toString("hex")}`;
}

/** Verifies the signature of a body and parses its event. Returns `expired` if it was signed too long ago. */
export function verifySignature(
  signed: Signed,
  headers: EventHeaders,
): ReturnType<NonNullable<Payments["verifyEvent"]>> {
  const age = findAge(signed, signatureIn(headers));
  if (age === undefined) return undefined;
  return age > TOLERANCE_SECONDS ? "expired" : parseEvent(signed.body);
}

/** Returns the signature of an event's request. */
export function signatureIn({ "stripe-signature": header }: EventHeaders): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** Returns the seconds since the bytes were signed, or undefined without a valid signature by this secret. */
function findAge({ secret, body, now }: Signed, header: string | undefined): number | undefined {
  const parts = (header ?? "").split(",").map((part) => part.trim().split("=", 2));
  const seconds = Number(parts.find(([name]) => name === "t")?.[1]);
  if (!Number.isSafeInteger(seconds)) return undefined;
  const expected = macOf(secret, seconds, body);
  const isGenuine = parts.some(([name, value = ""]) => {
    const actual = Buffer.from(value, "hex");
    return name === "v1" && actual.length === expected.length && timingSafeEqual(actual, expected);
  });
  return isGenuine ? Math.floor(now.getTime() / 1000) - seconds : undefined;
}

function macOf(secret: string, seconds: number, body: Buffer): Buffer {
  return createHmac("sha256", secret).update(`${seconds}.`).update(body).digest();
}
