import { z } from "zod";
import { type FormName, keyOf } from "./draft-key.ts";

const Kept = z.object({
  creatorId: z.number(),
  /** What was being changed; null for something new. */
  id: z.number().nullable(),
  values: z.unknown(),
});
export type KeptDraft = z.infer<typeof Kept>;

/** Keeps what is typed in a form for as long as this tab lives. */
export function keepDraft(form: FormName, draft: KeptDraft): void {
  try {
    window.sessionStorage.setItem(keyOf(form), JSON.stringify(draft));
  } catch {
    // Storage may be blocked or full; then it is lost with the page.
  }
}

/** What this person had typed; what somebody else left in the tab is dropped. */
export function findDraft(form: FormName, creatorId: number): KeptDraft | null {
  try {
    const draft = Kept.safeParse(JSON.parse(window.sessionStorage.getItem(keyOf(form)) ?? "null")).data;
    if (draft?.creatorId === creatorId) return draft;
    dropDraft(form);
  } catch {
    // Blocked, or not our writing.
  }
  return null;
}

export function dropDraft(form: FormName): void {
  try {
    window.sessionStorage.removeItem(keyOf(form));
  } catch {
    // Blocked: there is nothing in it.
  }
}
