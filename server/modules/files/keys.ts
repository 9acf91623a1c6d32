import { IMAGE_WIDTHS } from "../../../contract/api/files.ts";

export const digitalKey = (id: string) => `digital/${id}`;
/** The storage key of a direct upload until it is copied. */
export const incomingKey = (uploadId: string) => `incoming/${uploadId}`;
export const imageKey = (id: string, width: number) => `images/${id}/${width}.webp`;

/** Returns the URL of an image of this site, by default in its largest size. */
export const imageUrl = (publicUrl: string, id: string, width: number = Math.max(...IMAGE_WIDTHS)) =>
  `${publicUrl}/uploads/${id}/${width}.webp`;

/** Returns the URL of an image of this site for mail clients, many of which lack WebP. */
export const emailImageUrl = (publicUrl: string, id: string) => `${publicUrl}/uploads/${id}/email.jpg`;

const OWN_IMAGE = /^\/uploads\/([a-z2-7]{32})\/\d+\.webp$/;

/** Returns the id of an image of the site at `publicUrl`, or undefined for any other URL. */
export function imageIdOf(publicUrl: string, url: string): string | undefined {
  if (!URL.canParse(url) || new URL(url).origin !== publicUrl) return undefined;
  return OWN_IMAGE.exec(new URL(url).pathname)?.[1];
}
