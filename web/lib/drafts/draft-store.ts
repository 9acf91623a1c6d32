import { z } from "zod";
import { type FormName, keyOf } from "./draft-key.ts";

const StoredDraft = z.object({
  creatorId: z.number(),
  /** What was being changed; null for something new. */
  id: z.number().nullable(),
  values: z.unknown(),
});
export type StoredDraft = z.infer<typeof StoredDraft>;

/** Keeps what is typed in a form for as long as this tab lives. */
export function saveDraft(form: FormName, draft: StoredDraft): void {
  try {
    window.sessionStorage.setItem(keyOf(form), JSON.stringify(draft));
  } catch {
    // Storage may be blocked or full; then it is lost with the page.
  }
}

/** What this person had typed; what somebody else left in the tab is dropped. */
export function loadDraft(form: FormName, creatorId: number): StoredDraft | null {
  try {
    const draft = StoredDraft.safeParse(
      JSON.parse(window.sessionStorage.getItem(keyOf(form)) ?? "null"),
    ).data;
    if (draft?.creatorId === creatorId) return draft;
    removeDraft(form);
  } catch {
    // Blocked, or not our writing.
  }
  return null;
}

export function removeDraft(form: FormName): void {
  try {
    window.sessionStorage.removeItem(keyOf(form));
  } catch {
    // Blocked: there is nothing in it.
  }
}
