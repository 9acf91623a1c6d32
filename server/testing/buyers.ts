import { CookieJar } from "./browser.ts";
import { FORM, mailedLink, submitForm } from "./factories.ts";
import type { TestApp } from "./harness.ts";
import type { Method } from "./requests.ts";

/** Opens a buyer's browser, which keeps its cookies. A given IP is sent as a proxy would. */
export function openBrowser(site: TestApp, ip?: string) {
  const cookies = new CookieJar();
  const call = async (
    method: Method,
    path: string,
    payload?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const response = await site.call(method, path, payload, {
      ...headers,
      ...(ip && { "x-forwarded-for": ip }),
      cookie: cookies.header,
    });
    cookies.take([response.headers["set-cookie"] ?? []].flat());
    return response;
  };
  const open = (path: string, method: Method = "GET") =>
    call(method, path, undefined, { accept: "text/html" });
  const submit = (path: string, fields: Record<string, string> = {}) =>
    submitForm({ call }, path, fields, FORM);
  /** Requests the link to the library. Returns the path of the latest one. */
  const askForLibrary = async (email: string) => {
    await submit("/library", { email });
    return (await mailedLink(site, email.toLowerCase(), "library-link")).path;
  };
  const enterLibrary = async (email: string) => submit(await askForLibrary(email));
  return { cookies, open, submit, askForLibrary, enterLibrary };
}
