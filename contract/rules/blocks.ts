import { identifierOf, trimBlank, withoutPasted } from "./meanings.ts";
import { parseUrl } from "./urls.ts";

/** The kinds of blocks. */
export const BLOCK_KINDS = ["email_domain", "handle", "link"] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** The minimum number of characters besides `*` in a pattern, so that no pattern blocks all handles. */
const MIN_PATTERN_LETTERS = 3;
const PATTERN = /^[a-z0-9_*-]{3,32}$/;

/** Returns the compared form of a host: lower case, punycode, without a final dot, or undefined for an invalid domain. */
function toDomain(text: string): string | undefined {
  const url = /[\s/?#@:\\]/.test(text) ? undefined : parseUrl(`http://${text}`);
  const host = url?.hostname.replace(/\.$/, "");
  // Rejects numbers, which are parsed as IP addresses, and names without a dot, which are top-level domains.
  return host && /^(?!\d+(\.\d+)*$)[^.]+(\.[^.]+)+$/.test(host) ? host : undefined;
}

/** Returns the compared form of a link: host, path and query, from any notation. */
function toTarget(url: URL): string {
  const host = url.hostname.replace(/\.$/, "");
  const path = url.pathname.replace(/\/+$/, "");
  return `${host}${url.port && `:${url.port}`}${path}${url.search}`;
}

/** Returns the stored form of a block, or undefined if it is invalid. A link without a path is a domain with all its subdomains. */
export function normalizeBlock(kind: BlockKind, text: string): string | undefined {
  if (kind === "handle") {
    const pattern = identifierOf(text).toLowerCase().replace(/^@/, "").replace(/\*+/g, "*");
    return PATTERN.test(pattern) && pattern.replaceAll("*", "").length >= MIN_PATTERN_LETTERS
      ? pattern
      : undefined;
  }
  const typed = withoutPasted(trimBlank(text));
  const name = typed.toLowerCase().replace(/^(@|\*\.)/, "");
  if (kind === "email_domain") return toDomain(name);
  const domain = toDomain(name);
  if (domain !== undefined) return domain;
  // Uses the typed text, because paths keep their letter case.
  const url = parseUrl(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (url?.username !== "" || toDomain(url.hostname) === undefined) return undefined;
  return toTarget(url);
}

/** Returns a domain and its parent domains: `a.b.example`, `b.example`. */
function withParents(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(0, -1).map((_label, index) => labels.slice(index).join("."));
}

/** Returns the blocks of kind `email_domain` that an email would match. */
export function blocksOfEmail(email: string): string[] {
  const domain = toDomain(email.slice(email.lastIndexOf("@") + 1));
  return domain === undefined ? [] : withParents(domain);
}

/** Returns the blocks of kind `link` that a URL would match. */
export function blocksOfLink(link: string): string[] {
  const url = parseUrl(link);
  if (!url) return [];
  return [...new Set([toTarget(url), ...withParents(url.hostname.replace(/\.$/, ""))])];
}
