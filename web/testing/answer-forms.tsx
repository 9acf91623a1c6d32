import { renderToStaticMarkup } from "react-dom/server";
import { vi } from "vitest";
import type { PageModel } from "../../contract/pages/pages.ts";
import { DEFAULT_SITE } from "../../contract/rules/site.ts";
import { Page } from "../storefront/page.tsx";

/** Answers the forms of a page in turn with server-rendered pages, or without one with an empty page. */
export function answerForms(...models: PageModel[]) {
  const sent: URLSearchParams[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (_url, init) => {
    sent.push(init?.body as URLSearchParams);
    const model = models[Math.min(sent.length, models.length) - 1];
    return new Response(
      model &&
        renderToStaticMarkup(
          <Page model={model} site={{ ...DEFAULT_SITE, publicUrl: "https://tessera.example" }} />,
        ),
    );
  });
  return sent;
}
