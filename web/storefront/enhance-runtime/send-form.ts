import { failureText, RequestError } from "../api.ts";
import { findPart, getPart } from "./parts.ts";

type Sending = {
  /** Sends the form's values. Returns the URL to open, a function that opens the next page, or undefined to stay. Its error is shown. */
  send: (values: FormData, button: HTMLElement | null) => Promise<string | (() => void) | undefined>;
  /** Shown for a failure without a message from the server, by default the form's `data-failure`. */
  failure?: string;
  /** True if the next page replaces this one in the history. */
  replaces?: boolean;
};

/** Functions that reset forms waiting for the next page, because the browser may restore them as busy from its back-forward cache. */
const leaving = new Set<() => void>();
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  for (const reset of leaving) reset();
  leaving.clear();
});

/**
 * Sends a form by a request instead of a page load, once even for a double click, with a busy button meanwhile.
 * An error is shown in the form's part `problem` and leaves the values unchanged. One of the server marks the field that refers
 * to it by `aria-describedby`; a failed connection says nothing about a field.
 */
export function sendForm(form: HTMLFormElement, { send, failure, replaces = false }: Sending): void {
  const problem = findPart(form, "problem", HTMLElement);
  let isSending = false;
  const showProblem = (text: string | null, isOfField = false) => {
    if (!problem) return;
    problem.textContent = text;
    problem.hidden = text === null;
    problem.scrollIntoView({ block: "nearest" });
    const field = problem.id && form.querySelector(`[aria-describedby~="${problem.id}"]`);
    if (field && isOfField) field.setAttribute("aria-invalid", "true");
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
      const text = failureText(error, failure ?? form.dataset.failure ?? "");
      showProblem(text, error instanceof RequestError);
    }
  });
  ignoreRepeats(form);
}

/** Removes the error of a corrected field: its own line, or the form's. */
function clearProblem(field: HTMLElement, clearForm: () => void): void {
  field.removeAttribute("aria-invalid");
  for (const id of field.getAttribute("aria-describedby")?.split(" ") ?? []) {
    const line = document.getElementById(id);
    if (line?.dataset.part === "problem") clearForm();
    else if (id.endsWith("-error")) line?.remove();
  }
}

/** Shows the result in the form's component `FormSuccess`. */
export function showSuccess(form: HTMLFormElement): void {
  const news = getPart(form, "news", HTMLElement);
  const text = news.querySelector("template");
  if (text) news.append(text.content.cloneNode(true));
}

export function clearSuccess(form: HTMLFormElement): void {
  const news = findPart(form, "news", HTMLElement);
  for (const shown of news?.querySelectorAll(":scope > :not(template)") ?? []) shown.remove();
}

/** Marks a button as busy but focusable. */
export function setBusy(button: HTMLElement | null, isBusy: boolean): void {
  for (const state of ["aria-busy", "aria-disabled"])
    if (isBusy) button?.setAttribute(state, "true");
    else button?.removeAttribute(state);
}

/** Ignores the second click of a double click and repeated keys, which could send again after a fast response. */
function ignoreRepeats(form: HTMLFormElement) {
  form.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.type === "submit" && event.detail > 1) event.preventDefault();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.repeat) event.preventDefault();
  });
}
