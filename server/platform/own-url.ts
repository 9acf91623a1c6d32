const OWN = /^\/uploads\//;

/** An address of our own pictures without the site in front, so that they survive a change of address; any other address as it is. */
export function toStoredUrl<U extends string | null>(url: U, publicUrl: string): U | string {
  const path = url?.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : "";
  return OWN.test(path) ? path : url;
}

/** The absolute address of what `toStoredUrl` kept. */
export function toPublicUrl<U extends string | null>(stored: U, publicUrl: string): U | string {
  return stored !== null && OWN.test(stored) ? `${publicUrl}${stored}` : stored;
}
