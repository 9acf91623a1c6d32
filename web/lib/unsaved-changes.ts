import { useEffect, useEffectEvent } from "react";
import type { Location } from "react-router";

/** The state of a navigation that keeps the form and its text on the screen. */
export const KEEPS_FORM = { keepsForm: true } as const;
export const keepsForm = ({ state }: Pick<Location, "state">): boolean => state?.keepsForm === true;

/** Asks whether to leave a form with unsaved changes. Resolves to true if the user confirms. */
type AskToLeave = () => Promise<boolean>;

/** The questions of visible forms with unsaved changes. */
const questions = new Set<AskToLeave>();
let hasConfirmed = false;

function warnBeforeUnload(event: BeforeUnloadEvent): void {
  if (hasConfirmed) hasConfirmed = false;
  else event.preventDefault();
}

/** While `unsaved`, the browser warns before it unloads the page, and `confirmLeaving` asks first. */
export function useUnsavedChanges(unsaved: boolean, ask: AskToLeave): void {
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (!unsaved) return;
    const question: AskToLeave = () => askNow();
    questions.add(question);
    window.addEventListener("beforeunload", warnBeforeUnload);
    return () => {
      questions.delete(question);
      if (questions.size === 0) window.removeEventListener("beforeunload", warnBeforeUnload);
    };
  }, [unsaved]);
}

export const hasUnsavedChanges = (): boolean => questions.size > 0;

/** Asks before an action that discards unsaved changes. Resolves to true at once if there are none. */
export async function confirmLeaving(): Promise<boolean> {
  for (const ask of questions) if (!(await ask())) return false;
  return true;
}

/** Loads another page; the browser does not ask again after `confirmLeaving`. */
export function leaveFor(url: string): void {
  hasConfirmed = questions.size > 0;
  window.location.assign(url);
}
