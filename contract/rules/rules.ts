/** Rules for the browser, separate from the schemas, so that public pages load no validator. */

/** The widths of every uploaded image in pixels: for a tile on a phone, on a desktop, and for the tile dialog. */
export const IMAGE_WIDTHS = [240, 480, 960] as const;

/**
 * Returns the URLs of an uploaded image in all sizes, smallest first, or null for an image of another site.
 * If the largest dimensions are known, widths are real: an upright image is narrower, and a small image is not enlarged.
 */
export function imageSizes(
  url: string,
  dimensions?: { width: number; height: number },
): { url: string; width: number }[] | null {
  const match = /^(.*\/uploads\/[a-z0-9]{20,64}\/)960\.webp$/.exec(url);
  if (!match) return null;
  const widthIn = (side: number) => {
    if (!dimensions) return side;
    const { width, height } = dimensions;
    return Math.max(1, Math.round(width * Math.min(1, side / Math.max(width, height))));
  };
  const sizes = IMAGE_WIDTHS.map((side) => ({ url: `${match[1]}${side}.webp`, width: widthIn(side) }));
  return sizes.filter((size, index) => size.width !== sizes[index - 1]?.width);
}

/** Returns whether the creator has the verified badge. */
export function hasCreatorPlan(creator: {
  plan: "free" | "creator";
  stripe_subscription_active: boolean;
}): boolean {
  return creator.plan === "creator" || creator.stripe_subscription_active;
}

type Failure = {
  error?: string;
  details?: { fieldErrors: Record<string, string[]>; formErrors: string[] };
};

/** Returns the message of a failed request: the first field error, form error, error text or the fallback. */
export function firstMessage(body: Failure | undefined, fallback: string): string {
  const field = Object.values(body?.details?.fieldErrors ?? {}).find((messages) => messages.length > 0)?.[0];
  return field ?? body?.details?.formErrors[0] ?? (body?.error || fallback);
}
