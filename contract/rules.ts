/** Rules that pages evaluate in the browser: kept apart from the schemas so that a public page carries no validator. */

/** Widths in pixels that every uploaded image is kept in: a tile on a phone, on a desk, and the tile dialog. */
export const IMAGE_WIDTHS = [240, 480, 960] as const;

/** The addresses of an uploaded image's other sizes, smallest first; null for an image that we do not keep. */
export function imageSizes(url: string): { url: string; width: number }[] | null {
  const match = /^(.*\/uploads\/[a-z0-9]{20,64}\/)960\.webp$/.exec(url);
  return match ? IMAGE_WIDTHS.map((width) => ({ url: `${match[1]}${width}.webp`, width })) : null;
}

/** True when the tick beside the name is the verified one. */
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

/** The message to show of a failed call: first field error, else first form error, else the text, else the fallback. */
export function firstMessage(body: Failure | undefined, fallback: string): string {
  const field = Object.values(body?.details?.fieldErrors ?? {}).find((messages) => messages.length > 0)?.[0];
  return field ?? body?.details?.formErrors[0] ?? (body?.error || fallback);
}

export const CREATOR_NOT_FOUND = "Creator not found.";
