import { createHmac, randomBytes } from "node:crypto";
import type { Sealer } from "../../platform/seal.ts";
import type { EndpointRow } from "../webhook-events/index.ts";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** Returns a new secret, as its receiver enters it and sealed for an endpoint. */
export function newSecret(sealer: Sealer, endpointId: string): { secret: string; sealed: Buffer } {
  const bytes = randomBytes(SECRET_BYTES);
  return { secret: PREFIX + bytes.toString("base64"), sealed: sealer.seal(bytes, ...placeOf(endpointId)) };
}

const placeOf = (endpointId: string) => ["webhook secret", endpointId] as const;

type Signed = { id: string; at: Date; body: string };

/** Returns the headers of a delivery by the Standard Webhooks specification 1.0.0, or undefined if no secret can be opened. During a rotation both secrets sign. */
export function signatureHeaders(
  sealer: Sealer,
  endpoint: Pick<EndpointRow, "id" | "secret" | "formerSecret" | "rotationUntil">,
  { id, at, body }: Signed,
): Record<string, string> | undefined {
  const seconds = Math.floor(at.getTime() / 1000);
  const isRotating = endpoint.rotationUntil !== null && endpoint.rotationUntil > at;
  const sealed = [endpoint.secret, ...(isRotating && endpoint.formerSecret ? [endpoint.formerSecret] : [])];
  const secrets = sealed.flatMap((bytes) => sealer.open(bytes, ...placeOf(endpoint.id)) ?? []);
  if (secrets.length === 0) return undefined;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac("sha256", secret).update(`${id}.${seconds}.${body}`).digest("base64")}`,
  );
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatures.join(" "),
  };
}
