export type FormName = "tile" | "product" | "settings" | "finish-profile" | "feedback" | "marketing";

export const keyOf = (form: FormName) => `tessera-draft-${form}`;

/** True when something was kept for a form, whoever wrote it: for pages that load the form only when it is needed. */
export function hasDraft(form: FormName): boolean {
  try {
    return window.sessionStorage.getItem(keyOf(form)) !== null;
  } catch {
    // Storage may be blocked: then there is nothing in it.
    return false;
  }
}
