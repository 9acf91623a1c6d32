import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Route } from "../../../contract/api/route.ts";
import { httpErrors } from "./app-error.ts";
import type { KeyViewer, Viewer } from "./viewer.ts";

/** A request of an API key with `Idempotency-Key`. */
export type IdempotentRequest = {
  keyId: string;
  owner: number;
  /** The text of the header. */
  name: string;
  /** Identifies method, URL and body. */
  hash: Buffer;
};

/** The status and JSON of a successful response. */
export type Answer = { status: number; body: string | null };

export type RepeatedAnswer = Answer & { isRepeated: true };

/** Runs a request once, and returns the first answer to its repetitions. Undefined is a response that the handler has sent itself. */
export type RunOnce = (
  request: IdempotentRequest,
  work: () => Promise<Answer | undefined>,
) => Promise<Answer | RepeatedAnswer | undefined>;

const FORM = /^[\x21-\x7e]{1,255}$/;

/** Returns the idempotent request, or undefined for a request without the header, of a session, or with another method, which is idempotent anyway. Throws 400. */
export function idempotentRequest(
  route: Route,
  request: FastifyRequest,
  viewer: Viewer | KeyViewer | null,
): IdempotentRequest | undefined {
  const name = request.headers["idempotency-key"];
  if (name === undefined || !viewer?.key || route.method !== "POST") return undefined;
  if (typeof name !== "string" || !FORM.test(name)) throw httpErrors.idempotencyKey();
  // The bytes of an upload are stored while they arrive, and never compared.
  if (route.bodyType) throw httpErrors.notIdempotent();
  const hash = createHash("sha256")
    .update(JSON.stringify([route.method, request.url, request.body ?? null]))
    .digest();
  return { keyId: viewer.key.id, owner: viewer.creatorId, name, hash };
}
