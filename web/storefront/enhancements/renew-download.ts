import { renewDownload } from "../api.ts";
import { fetchPage, getPart } from "../enhance/parts.ts";
import { clearNews, sendForm, showNews } from "../enhance/send-form.ts";

/** Gets a new download link by a request, and shows it as the server renders it. */
export function enhanceRenewDownload(form: HTMLFormElement): void {
  sendForm(form, {
    send: async () => {
      clearNews(form);
      await renewDownload(form.dataset.token ?? "");
      const renewed = await fetchPage(location.href).catch(() => null);
      if (!renewed) return location.href;
      for (const name of ["download", "renew"]) {
        const [shown, next] = [getPart(form, name, HTMLElement), getPart(renewed, name, HTMLElement)];
        // The elements stay: one of them has the focus.
        shown.className = next.className;
        shown.replaceChildren(...next.childNodes);
      }
      showNews(form);
      return undefined;
    },
    failure: "Couldn't get a new link. Please try again.",
    replaces: true,
  });
}
