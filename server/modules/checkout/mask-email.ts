/** An address that its owner recognises and nobody else learns: `anna@example.org` is `a…@example.org`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${Array.from(email.slice(0, at))[0] ?? ""}…${email.slice(at)}`;
}
