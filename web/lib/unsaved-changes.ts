import { useEffect, useEffectEvent } from "react";
import type { Location } from "react-router";

/** The state of a navigation that keeps the form on the screen: what is being typed in it goes on. */
export const KEEPS_FORM = { keepsForm: true } as const;
export const keepsForm = ({ state }: Pick<Location, "state">): boolean => state?.keepsForm === true;

/** Asks whether to leave a form with unsaved changes; resolves to true when the user confirms. */
type AskToLeave = () => Promise<boolean>;

/** The questions of the forms on screen that have unsaved changes. */
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

/** Asks before an action that discards unsaved changes; true at once when there are none. */
export async function confirmLeaving(): Promise<boolean> {
  for (const ask of questions) if (!(await ask())) return false;
  return true;
}

/** Loads another page; the browser does not ask again after `confirmLeaving`. */
export function leaveFor(url: string): void {
  hasConfirmed = questions.size > 0;
  window.location.assign(url);
}
