import { z } from "zod";
import { type FormName, isKeyOfOther, keyOf } from "./draft-key.ts";

const StoredDraft = z.object({
  creatorId: z.number(),
  /** The id of what the form changes; null for something new. */
  id: z.number().nullable(),
  values: z.unknown(),
});
export type StoredDraft = z.infer<typeof StoredDraft>;

/** Stores the values of a form until the tab is closed. */
export function saveDraft(form: FormName, draft: StoredDraft): void {
  try {
    window.sessionStorage.setItem(keyOf(form, draft.creatorId), JSON.stringify(draft));
  } catch {
    // Storage may be blocked or full; then the values are lost with the page.
  }
}

/** Returns the creator's stored draft. */
export function loadDraft(form: FormName, creatorId: number): StoredDraft | null {
  try {
    const draft = StoredDraft.safeParse(
      JSON.parse(window.sessionStorage.getItem(keyOf(form, creatorId)) ?? "null"),
    ).data;
    if (draft?.creatorId === creatorId) return draft;
    removeDraft(form, creatorId);
  } catch {
    // Storage is blocked, or holds something else.
  }
  return null;
}

export function removeDraft(form: FormName, creatorId: number): void {
  try {
    window.sessionStorage.removeItem(keyOf(form, creatorId));
  } catch {
    // Storage is blocked and therefore empty.
  }
}

/** Removes what other creators have typed in this tab: whoever signs in here next must not be able to read it. */
export function removeDraftsOfOthers(creatorId: number): void {
  try {
    const { sessionStorage } = window;
    const others = Object.keys(sessionStorage).filter((key) => isKeyOfOther(key, creatorId));
    for (const key of others) sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked and therefore empty.
  }
}
