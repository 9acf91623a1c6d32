import {
  Appearance,
  type AppearancePatch,
  type Branding,
  DEFAULT_APPEARANCE,
  FREE_APPEARANCE,
} from "../../../contract/api/appearance.ts";
import { type Database, inTransaction, type Transaction } from "../../platform/database/index.ts";
import { toPublicUrl, toStoredUrl } from "../../platform/own-url.ts";
import type { PageInvalidations } from "../../platform/page-invalidation.ts";
import { requireLinksAllowed } from "../blocks/index.ts";
import { recordPageChange } from "../page-changes/index.ts";
import { errors } from "./errors.ts";
import { type CreatorRow, lockCreator, updateCreator } from "./repository.ts";
import { effectivePlan } from "./rules.ts";

type AppearanceRow = Pick<CreatorRow, "appearance" | "plan" | "subscriptionActive">;
type SaveDeps = { db: Database; pageInvalidations: PageInvalidations; publicUrl: string };

/** Maps the fields of an appearance to the fields of a patch. */
const PATCH_FIELDS = {
  theme: "theme",
  accent: "accent",
  fonts: "fonts",
  background: "background",
  background_url: "backgroundUrl",
  tile_shape: "tileShape",
  layout: "layout",
  alignment: "alignment",
  scheme: "scheme",
  cover_url: "coverUrl",
} as const satisfies Record<keyof Appearance, keyof AppearancePatch>;
const FIELDS = Object.keys(PATCH_FIELDS) as (keyof Appearance)[];

/** Returns a creator's choices. Unknown ones, such as a removed theme, become the default. */
export function savedAppearance(row: Pick<AppearanceRow, "appearance">, publicUrl: string): Appearance {
  const read = (field: keyof Appearance) => {
    const parsed = Appearance.shape[field].safeParse(row.appearance[field]);
    return [field, parsed.success ? parsed.data : DEFAULT_APPEARANCE[field]];
  };
  const saved = Object.fromEntries(FIELDS.map(read)) as Appearance;
  return {
    ...saved,
    background_url: toPublicUrl(saved.background_url, publicUrl),
    cover_url: toPublicUrl(saved.cover_url, publicUrl),
  };
}

/** Returns the appearance that a creator's plan allows to show. */
export function appearanceInPlan(row: AppearanceRow, appearance: Appearance): Appearance {
  if (effectivePlan(row) === "creator") return appearance;
  const free = Object.fromEntries(FREE_APPEARANCE.map((field) => [field, appearance[field]]));
  return { ...DEFAULT_APPEARANCE, ...free };
}

/** Returns the appearance for the models of a creator's pages, or no field for the default one. */
export function visibleAppearance(row: AppearanceRow, publicUrl: string): { appearance?: Appearance } {
  const appearance = appearanceInPlan(row, savedAppearance(row, publicUrl));
  return isDefault(appearance) ? {} : { appearance };
}

/** Returns the creator's branding for the models of pages and emails. */
export function visibleBranding(
  row: AppearanceRow & Pick<CreatorRow, "handle" | "displayName">,
  publicUrl: string,
): Branding {
  const brand = { handle: row.handle, display_name: row.displayName };
  return { ...visibleAppearance(row, publicUrl), ...(effectivePlan(row) === "creator" && { brand }) };
}

/**
 * Returns the page's appearance after a change, on any plan, because a preview may try everything. Throws
 * 400.
 */
export function previewedAppearance(
  row: AppearanceRow,
  patch: AppearancePatch,
  publicUrl: string,
): { appearance?: Appearance } {
  const appearance = changed(row, patch, publicUrl);
  return isDefault(appearance) ? {} : { appearance };
}

/** Saves a change. Throws 400 for a background without its image or a blocked picture, 403 for a new choice outside the plan, 404. */
export async function saveAppearance(
  { db, pageInvalidations, publicUrl }: SaveDeps,
  { creatorId, patch }: { creatorId: number; patch: AppearancePatch },
): Promise<CreatorRow> {
  return inTransaction(db, async (tx) => {
    const row = await lockCreator(tx, creatorId);
    if (!row) throw errors.missing();
    const appearance = changed(row, patch, publicUrl);
    const before = savedAppearance(row, publicUrl);
    requirePlan(row, before, appearance);
    await requirePicturesAllowed(tx, {
      backgroundUrl: appearance.background_url === before.background_url ? null : appearance.background_url,
      coverUrl: appearance.cover_url === before.cover_url ? null : appearance.cover_url,
    });
    const saved = await updateCreator(tx, creatorId, { appearance: storedAppearance(appearance, publicUrl) });
    if (!saved) throw errors.missing();
    await recordPageChange(tx, { creatorId, kind: "appearance_changed" });
    await pageInvalidations.publish(tx, creatorId);
    return saved;
  });
}

/** Throws 400 for a blocked picture. */
export const requirePicturesAllowed = (
  tx: Transaction,
  { backgroundUrl, coverUrl }: Pick<AppearancePatch, "backgroundUrl" | "coverUrl">,
): Promise<void> =>
  requireLinksAllowed(tx, [
    { field: "backgroundUrl", url: backgroundUrl },
    { field: "coverUrl", url: coverUrl },
  ]);

/** Returns an appearance in stored form, with paths instead of URLs of this site. */
export const storedAppearance = (appearance: Appearance, publicUrl: string): Appearance => ({
  ...appearance,
  background_url: toStoredUrl(appearance.background_url, publicUrl),
  cover_url: toStoredUrl(appearance.cover_url, publicUrl),
});

export const hasDefaultAppearance = (row: AppearanceRow, publicUrl: string): boolean =>
  isDefault(savedAppearance(row, publicUrl));

/** Applies a change to the appearance. Throws 400 for a background without its image. */
export function changed(row: AppearanceRow, patch: AppearancePatch, publicUrl: string): Appearance {
  const current = savedAppearance(row, publicUrl);
  const appearance = Object.fromEntries(
    FIELDS.map((field) => {
      const value = patch[PATCH_FIELDS[field]];
      return [field, value === undefined ? current[field] : value];
    }),
  ) as Appearance;
  if (appearance.background === "image" && appearance.background_url === null)
    throw errors.backgroundImageMissing();
  return appearance;
}

/** Throws 403 for a new choice outside the plan. Saved choices may stay, and all may be reset. */
function requirePlan(row: AppearanceRow, before: Appearance, after: Appearance): void {
  if (effectivePlan(row) === "creator") return;
  const free: readonly string[] = FREE_APPEARANCE;
  const isNew = (field: keyof Appearance) =>
    !free.includes(field) && after[field] !== null && after[field] !== before[field];
  const changed = FIELDS.find(isNew);
  if (changed) throw errors.appearanceNeedsPlan({ field: PATCH_FIELDS[changed] });
}

const isDefault = (appearance: Appearance): boolean =>
  FIELDS.every((field) => appearance[field] === DEFAULT_APPEARANCE[field]);
