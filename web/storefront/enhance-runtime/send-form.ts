import { failureText } from "../api.ts";
import { findPart, getPart } from "./parts.ts";

type Sending = {
  /** Sends the values of the form. Returns the URL to open, or what leads to the next page; undefined to stay on the page. Its error is shown. */
  send: (values: FormData, button: HTMLElement | null) => Promise<string | (() => void) | undefined>;
  /** Shown for a failure that the server has no text for. */
  failure: string;
  /** The next page takes the place of this one in the history. */
  replaces?: boolean;
};

/** Resets the forms that wait for the next page: the browser may restore them busy from its back-forward cache. */
const leaving = new Set<() => void>();
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  for (const reset of leaving) reset();
  leaving.clear();
});

/**
 * Sends a form by a request in place of a page load: once, however often it is submitted, with a busy button meanwhile.
 * An error is shown in the form's part `problem`, leaves the values unchanged, and marks the field that names it in
 * `aria-describedby`.
 */
export function sendForm(form: HTMLFormElement, { send, failure, replaces = false }: Sending): void {
  const problem = findPart(form, "problem", HTMLElement);
  let isSending = false;
  const showProblem = (text: string | null) => {
    if (!problem) return;
    problem.textContent = text;
    problem.hidden = text === null;
    problem.scrollIntoView({ block: "nearest" });
    const field = problem.id && form.querySelector(`[aria-describedby~="${problem.id}"]`);
    if (field && text !== null) field.setAttribute("aria-invalid", "true");
    else if (field) field.removeAttribute("aria-invalid");
  };

  form.addEventListener("input", ({ target }) => {
    const field = target as HTMLInputElement;
    if (field.getAttribute("aria-invalid") && field.validity.valid)
      clearProblem(field, () => showProblem(null));
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    const button = event.submitter;
    const reset = () => {
      isSending = false;
      setBusy(button, false);
    };
    setBusy(button, true);
    showProblem(null);
    try {
      const next = await send(new FormData(form), button);
      if (next === undefined) return reset();
      leaving.add(reset);
      if (typeof next === "function") next();
      else if (replaces) location.replace(next);
      else location.assign(next);
    } catch (error) {
      reset();
      showProblem(failureText(error, failure));
    }
  });
  ignoreRepeats(form);
}

/** Removes the error of a field that was corrected: the line of its own, or that of the form. */
function clearProblem(field: HTMLElement, clearForm: () => void): void {
  field.removeAttribute("aria-invalid");
  for (const id of field.getAttribute("aria-describedby")?.split(" ") ?? []) {
    const line = document.getElementById(id);
    if (line?.dataset.part === "problem") clearForm();
    else if (id.endsWith("-error")) line?.remove();
  }
}

/** Shows the result of a form in its component `FormSuccess`. */
export function showSuccess(form: HTMLFormElement): void {
  const news = getPart(form, "news", HTMLElement);
  const text = news.querySelector("template");
  if (text) news.append(text.content.cloneNode(true));
}

export function clearSuccess(form: HTMLFormElement): void {
  const news = findPart(form, "news", HTMLElement);
  for (const shown of news?.querySelectorAll(":scope > :not(template)") ?? []) shown.remove();
}

/** Marks a button as busy; it stays focusable. */
export function setBusy(button: HTMLElement | null, isBusy: boolean): void {
  for (const state of ["aria-busy", "aria-disabled"])
    if (isBusy) button?.setAttribute(state, "true");
    else button?.removeAttribute(state);
}

/** Ignores the second click of a double click and repeated keys, which would send again once the first response has arrived. */
function ignoreRepeats(form: HTMLFormElement) {
  form.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.type === "submit" && event.detail > 1) event.preventDefault();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.repeat) event.preventDefault();
  });
}
