import { z } from "zod";
import { readStoredJson, store } from "../browser-storage.ts";
import { type FormName, isKeyOfOther, keyOf } from "./draft-key.ts";

const StoredDraft = z.object({
  creatorId: z.number(),
  /** The id of the edited item, or null for a new one. */
  id: z.number().nullable(),
  values: z.unknown(),
  /** The saved values at the time of typing; absent in a form without any. */
  base: z.unknown().optional(),
});
export type StoredDraft = z.infer<typeof StoredDraft>;

/** Stores the values of a form until the tab is closed. */
export function saveDraft(form: FormName, draft: StoredDraft): void {
  store("tab", keyOf(form, draft.creatorId), JSON.stringify(draft));
}

/** Returns the creator's stored draft. */
export function loadDraft(form: FormName, creatorId: number): StoredDraft | null {
  const draft = readStoredJson("tab", keyOf(form, creatorId), StoredDraft);
  if (draft?.creatorId === creatorId) return draft;
  removeDraft(form, creatorId);
  return null;
}

export function removeDraft(form: FormName, creatorId: number): void {
  store("tab", keyOf(form, creatorId), null);
}

/** Removes other creators' drafts from this tab: the next user must not be able to read them. */
export function removeDraftsOfOthers(creatorId: number): void {
  try {
    const { sessionStorage } = window;
    const others = Object.keys(sessionStorage).filter((key) => isKeyOfOther(key, creatorId));
    for (const key of others) sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked and therefore empty.
  }
}
