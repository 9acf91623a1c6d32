/** Who a mail comes from. */
export type Sender = { name: string; address: string };

const MAX_LENGTH = 254;
/** One address as it stands on an envelope: no names, lists, groups, comments or quotes, and nothing beyond ASCII. */
const ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*$/;

/** True for exactly one address. */
export function isAddress(value: string): boolean {
  return value.length <= MAX_LENGTH && ADDRESS.test(value);
}

/** Reads `mail@example.org` or `Name <mail@example.org>`; undefined when it is neither. */
export function readSender(value: string): Sender | undefined {
  if (stripControlChars(value) !== value) return undefined;
  const [, name = "", inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(value) ?? [];
  const address = inBrackets ?? value;
  return isAddress(address) ? { name: name.trimEnd().replace(/^"(.*)"$/, "$1"), address } : undefined;
}

/** Who mails come from when nobody says: an address of the site itself. */
export function defaultSender(publicUrl: string): Sender {
  const { hostname } = new URL(publicUrl);
  // A number is no domain to have mail at.
  const domain = /^[\d.]+$|^\[/.test(hostname) ? "localhost" : hostname;
  return { name: "Tessera", address: `no-reply@${domain}` };
}

/** Text that stays within its header and its line on a terminal: line ends and control characters become spaces. */
export function stripControlChars(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
}
