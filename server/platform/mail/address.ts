import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Site } from "../../../contract/rules/site.ts";
import { clientSubnet } from "../net/ip.ts";

/** The sender of an email. */
export type Sender = { name: string; address: string };

const MAX_LENGTH = 254;
/** A single email address for an SMTP envelope: ASCII only, without names, lists, groups, comments or quotes. */
const ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*$/;

/** Returns true for exactly one email address. */
export function isAddress(value: string): boolean {
  return value.length <= MAX_LENGTH && ADDRESS.test(value);
}

/** Parses `mail@example.org` or `Name <mail@example.org>`. Returns undefined for any other text. */
export function readSender(value: string): Sender | undefined {
  if (stripControlChars(value) !== value) return undefined;
  const [, name = "", inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(value) ?? [];
  const address = inBrackets ?? value;
  return isAddress(address) ? { name: name.trimEnd().replace(/^"(.*)"$/, "$1"), address } : undefined;
}

/** Returns the default sender, an email address at the site's host. */
export function defaultSender({ publicUrl, site }: { publicUrl: string; site: Pick<Site, "name"> }): Sender {
  const { hostname } = new URL(publicUrl);
  // An IP is not an email domain.
  const domain = /^[\d.]+$|^\[/.test(hostname) ? "localhost" : hostname;
  return { name: site.name, address: `no-reply@${domain}` };
}

/** Replaces line ends and control characters with spaces, so that text stays within its header or terminal line. */
export function stripControlChars(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
}

const SENDER_NAME_LENGTH = 64;

/**
 * Returns a creator's name as the sender of an email, without addresses, links and characters that structure a header. It is empty if nothing is left.
 * Many email programs show only the name, so it must not look like another address.
 */
export function senderName(displayName: string): string {
  const name = stripControlChars(displayName.toWellFormed())
    .replace(/[\u200B\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu, "")
    .replace(/:\/\/|[<>"\\@]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return Array.from(name).slice(0, SENDER_NAME_LENGTH).join("").trim();
}

/** Domains of a provider that ignores dots before the @ (https://support.google.com/mail/answer/7436150). */
const WITHOUT_DOTS = new Set(["gmail.com", "googlemail.com"]);

/** Returns `mailboxOf` an email in a column, as SQL. */
export function mailboxOfColumn(column: SQLWrapper): SQL<string> {
  const name = sql`split_part(split_part(lower(${column}), '@', 1), '+', 1)`;
  const host = sql`split_part(lower(${column}), '@', 2)`;
  const hasNoDots = sql`${host} = any(${sql.param([...WITHOUT_DOTS])}::text[])`;
  return sql`case when ${hasNoDots} then replace(${name}, '.', '') || '@gmail.com' else ${name} || '@' || ${host} end`;
}

/** Normalises an email to its mailbox: `name+anything@host` is the mailbox of `name@host`, and `n.ame@gmail.com` that of `name@gmail.com`. */
export function mailboxOf(email: string): string {
  const [name = "", host = ""] = email.toLowerCase().split("@");
  const mailbox = name.replace(/\+.*$/, "");
  return WITHOUT_DOTS.has(host) ? `${mailbox.replaceAll(".", "")}@gmail.com` : `${mailbox}@${host}`;
}

/** Returns the key under which one client's emails to one mailbox are counted. This limit is lower than the mailbox's and counted first, so that no single client can use up the mailbox's limit. */
export function clientMailbox(ip: string, email: string): string {
  return `${clientSubnet(ip)} ${mailboxOf(email)}`;
}
