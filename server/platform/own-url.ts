const OWN = /^\/uploads\//;

/** Returns the path of an image of this site, so that it stays valid when PUBLIC_URL changes. Other URLs are returned unchanged. */
export function toStoredUrl<U extends string | null>(url: U, publicUrl: string): U | string {
  const path = url?.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : "";
  return OWN.test(path) ? path : url;
}

/** Returns the absolute URL for the result of `toStoredUrl`. */
export function toPublicUrl<U extends string | null>(stored: U, publicUrl: string): U | string {
  return stored !== null && OWN.test(stored) ? `${publicUrl}${stored}` : stored;
}
