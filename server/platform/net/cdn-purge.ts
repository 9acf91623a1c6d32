/** How CDNs are asked to forget responses by their tags: two by their own APIs, others by a request with the method PURGE, or by a JSON message to a program of the operator. */
export const CDN_KINDS = ["cloudflare", "fastly", "purge", "webhook"] as const;
export type CdnPurge = { kind: (typeof CDN_KINDS)[number]; url: string; token: string | undefined };

/** Cloudflare takes 100 tags at once, Fastly 256. */
export const MAX_TAGS = 100;
const TIMEOUT_MS = 10_000;

/** Asks a CDN to forget all responses with one of the tags. Throws when it does not confirm that. */
export async function purgeTags(
  { kind, url, token }: CdnPurge,
  tags: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const bearer: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const json = { ...bearer, "content-type": "application/json" };
  const keys = tags.join(" ");
  const requests: Record<CdnPurge["kind"], RequestInit> = {
    cloudflare: { method: "POST", headers: json, body: JSON.stringify({ tags }) },
    fastly: { method: "POST", headers: { "fastly-key": token ?? "", "surrogate-key": keys } },
    purge: { method: "PURGE", headers: { ...bearer, "surrogate-key": keys } },
    webhook: { method: "POST", headers: json, body: JSON.stringify({ tags }) },
  };
  const response = await fetch(url, {
    ...requests[kind],
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the CDN answered ${response.status}: ${text.slice(0, 200)}`);
}
