export type FormName =
  | "tile"
  | "product"
  | "discount"
  | `settings-${string}`
  | "finish-profile"
  | "feedback"
  | "marketing"
  | "creator-email"
  | "appearance";

const PREFIX = "tessera-draft-";

/** Separate drafts for each creator: another tab may sign in as another creator and back. */
export const keyOf = (form: FormName, creatorId: number) => `${PREFIX}${form}-${creatorId}`;

/** True for the key of another creator's draft. */
export const isKeyOfOther = (key: string, creatorId: number) =>
  key.startsWith(PREFIX) && !key.endsWith(`-${creatorId}`);
