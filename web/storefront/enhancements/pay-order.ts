import { RequestError } from "../api.ts";
import { findPart } from "../enhance-runtime/parts.ts";
import { postForm } from "../enhance-runtime/post-form.ts";
import { sendForm } from "../enhance-runtime/send-form.ts";

/**
 * Updates the price when an amount, the code or the country changes, and submits the order without leaving the page, so
 * that errors are shown in place. Both post the form to its own page and use the server's markup.
 */
export function enhancePayOrder(form: HTMLFormElement, signal: AbortSignal): void {
  let latest = 0;
  /** Resolves once no button or checkbox is being pressed, because a new price could move it from under the finger. */
  let released = Promise.resolve();

  const update = async (control: HTMLInputElement | HTMLSelectElement) => {
    latest += 1;
    const current = latest;
    form.setAttribute("aria-busy", "true");
    try {
      const { page } = await postForm(form, new FormData(form), { action: "update", signal });
      const totals = findPart(page, "totals", HTMLElement);
      if (current !== latest || !totals) return;
      await released;
      const shown = findPart(form, "totals", HTMLElement);
      keepTicks(shown, totals);
      const focused = form.contains(document.activeElement) ? nameOf(document.activeElement) : null;
      shown?.replaceWith(totals);
      const price = findPart(page, "price", HTMLElement);
      const checkout = form.closest<HTMLElement>('[data-part="checkout"]');
      if (price && checkout) findPart(checkout, "price", HTMLElement)?.replaceWith(price);
      // A second offer may have to be shipped.
      const address = findPart(page, "address", HTMLElement);
      if (address && control.name === "offer") findPart(form, "address", HTMLElement)?.replaceWith(address);
      if (focused && nameOf(document.activeElement) !== focused) findNamed(form, focused)?.focus();
      showProblem(control, page.querySelector(`[name="${control.name}"]`));
    } catch {
      // Submitting the order recalculates the total.
    } finally {
      if (current === latest) form.removeAttribute("aria-busy");
    }
  };

  form.addEventListener("pointerdown", () => {
    released = new Promise((resolve) => {
      const release = () => setTimeout(resolve);
      for (const end of ["pointerup", "pointercancel"])
        addEventListener(end, release, { once: true, signal });
    });
  });
  const code = form.querySelector<HTMLInputElement>('[name="code"]');
  code?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    void update(code);
  });
  form.addEventListener("change", ({ target }) => {
    const isControl = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (isControl && "updates" in target.dataset) void update(target);
  });
  findPart(form, "amount", HTMLInputElement)?.addEventListener("input", () => {
    const own = form.querySelector<HTMLInputElement>('input[name="choice"][value="own"]');
    if (own) own.checked = true;
  });
  sendForm(form, {
    send: async (values, button) => {
      const action = button instanceof HTMLButtonElement ? button.value : "pay";
      if (action === "update" && code) {
        await update(code);
        return undefined;
      }
      const { url, page } = await postForm(form, values, { action, signal });
      const leadsTo = url ?? findPart(page, "to-provider", HTMLAnchorElement)?.href;
      if (leadsTo !== undefined) return leadsTo;
      const next = findPart(page, "checkout", HTMLElement) && page.querySelector("main");
      if (!next) throw new RequestError("");
      // Shows the form's errors or the new state of the order. A new form is enhanced automatically.
      const shown = form.closest("main");
      shown?.replaceWith(next);
      next.tabIndex = -1;
      (
        next.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]:not([hidden])') ?? next
      ).focus();
      return undefined;
    },
  });
}

/** Shows the server's message beside the control. */
function showProblem(control: HTMLElement, fresh: Element | null): void {
  const errorOf = (element: Element | null) => {
    const id = element?.getAttribute("aria-describedby")?.split(" ").at(-1);
    return id?.endsWith("-error") ? element?.ownerDocument.getElementById(id) : undefined;
  };
  errorOf(control)?.remove();
  for (const name of ["aria-invalid", "aria-describedby"]) {
    const value = fresh?.getAttribute(name);
    if (value) control.setAttribute(name, value);
    else control.removeAttribute(name);
  }
  const error = errorOf(fresh);
  if (error) control.closest("div")?.append(document.importNode(error, true));
}

/** Keeps boxes that the buyer ticked during the request. */
function keepTicks(shown: HTMLElement | undefined, fresh: HTMLElement): void {
  for (const box of shown?.querySelectorAll<HTMLInputElement>("[type=checkbox]") ?? []) {
    const next = fresh.querySelector<HTMLInputElement>(`[name="${box.name}"]`);
    if (next) next.checked = box.checked;
  }
}

const nameOf = (element: Element | null) =>
  element?.getAttribute("name")
    ? `${element.getAttribute("name")} ${element.getAttribute("value") ?? ""}`
    : null;

/** The control or button with this name and, among several, this value. */
function findNamed(form: HTMLFormElement, named: string): HTMLElement | undefined {
  return [...form.querySelectorAll<HTMLElement>("[name]")].find((element) => nameOf(element) === named);
}
