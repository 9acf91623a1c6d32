import { inPageLanguage, RequestError } from "../api.ts";
import { findPart } from "./parts.ts";

type Sent = {
  /** The URL of the next page, or undefined if the same page is shown again. */
  url: string | undefined;
  /** The next page, or the same page again. */
  page: Document;
};

/** Posts a form to its own page, as the browser does without scripts. */
export async function postForm(
  form: HTMLFormElement,
  values: FormData,
  { action, signal }: { action?: string; signal?: AbortSignal } = {},
): Promise<Sent> {
  const body = new URLSearchParams();
  for (const [name, value] of values) if (typeof value === "string") body.append(name, value);
  if (action !== undefined) body.append("action", action);
  const response = await fetch(form.getAttribute("action") ?? "", {
    method: "POST",
    body,
    headers: { Accept: "text/html", ...inPageLanguage() },
    ...(signal && { signal }),
  });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return { url: response.redirected ? response.url : undefined, page };
}

/** Posts a form whose page repeats it with its problem. Throws that problem, or the message of an error page. */
export async function followForm(form: HTMLFormElement, values: FormData, action?: string) {
  const { url, page } = await postForm(form, values, { ...(action !== undefined && { action }) });
  if (url !== undefined) return { url, page };
  const own = page.getElementById(findPart(form, "problem", HTMLElement)?.id ?? "");
  const problem = own ?? findPart(page, "problem", HTMLElement);
  throw new RequestError(problem?.textContent ?? "");
}
