/** Masks an email so that only its owner recognises it: `anna@example.org` becomes `a…@example.org`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${Array.from(email.slice(0, at))[0] ?? ""}…${email.slice(at)}`;
}
