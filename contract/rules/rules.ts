/** Rules that pages evaluate in the browser: separate from the schemas, so that a public page loads no validator. */

/** The widths in pixels of every uploaded image: for a tile on a phone, on a desktop, and for the tile dialog. */
export const IMAGE_WIDTHS = [240, 480, 960] as const;

/** Returns the URLs of all sizes of an uploaded image, smallest first; null for an image of another site. */
export function imageSizes(url: string): { url: string; width: number }[] | null {
  const match = /^(.*\/uploads\/[a-z0-9]{20,64}\/)960\.webp$/.exec(url);
  return match ? IMAGE_WIDTHS.map((width) => ({ url: `${match[1]}${width}.webp`, width })) : null;
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

/** Returns the message of a failed request: the first field error, form error, error text or the fallback, in this order. */
export function firstMessage(body: Failure | undefined, fallback: string): string {
  const field = Object.values(body?.details?.fieldErrors ?? {}).find((messages) => messages.length > 0)?.[0];
  return field ?? body?.details?.formErrors[0] ?? (body?.error || fallback);
}

export const CREATOR_NOT_FOUND = "Creator not found.";
