import { z } from "zod";
import { type FormName, keyOf } from "./draft-key.ts";

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
    window.sessionStorage.setItem(keyOf(form), JSON.stringify(draft));
  } catch {
    // Storage may be blocked or full; then the values are lost with the page.
  }
}

/** Returns the creator's stored draft; a draft of another creator is removed. */
export function loadDraft(form: FormName, creatorId: number): StoredDraft | null {
  try {
    const draft = StoredDraft.safeParse(
      JSON.parse(window.sessionStorage.getItem(keyOf(form)) ?? "null"),
    ).data;
    if (draft?.creatorId === creatorId) return draft;
    removeDraft(form);
  } catch {
    // Storage is blocked, or holds something else.
  }
  return null;
}

export function removeDraft(form: FormName): void {
  try {
    window.sessionStorage.removeItem(keyOf(form));
  } catch {
    // Storage is blocked and therefore empty.
  }
}
