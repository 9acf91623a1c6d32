import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import type { Scheme } from "../../../contract/api/appearance.ts";
import { pagePreviewRoutes } from "../../../contract/api/page-preview.ts";
import { request } from "../../lib/api.ts";
import { useSettled } from "../../lib/use-debounced-value.ts";
import { tilesQuery } from "../tiles/queries.ts";

/** Short enough that the preview, with the time of its request, appears within 300 ms, after which it would seem slow. */
const SETTLED_MS = 150;

/** The unsaved values. */
export type PageDraft = Omit<z.input<typeof pagePreviewRoutes.render.body>, "scheme">;
export type ProductDraft = Omit<z.input<typeof pagePreviewRoutes.renderProduct.body>, "scheme">;

/** Cache key of all previews of the page, to reload them after a change that does not reload the tiles. */
export const previewsOfPage = { queryKey: [...tilesQuery.queryKey, "preview"] };

/** The page with unsaved values. The former page stays until the next arrives. A change of the tiles renders it again. */
export function usePagePreview(draft: PageDraft, scheme: Scheme, { enabled = true } = {}) {
  const settled = useSettled({ ...draft, scheme }, SETTLED_MS);
  return useQuery({
    ...RENDERED,
    queryKey: [...previewsOfPage.queryKey, settled],
    queryFn: ({ signal }) => request(pagePreviewRoutes.render, { body: settled, signal }),
    enabled,
  });
}

/** The page of a product with unsaved values. */
export function useProductPreview(draft: ProductDraft, scheme: Scheme) {
  const settled = useSettled({ ...draft, scheme }, SETTLED_MS);
  return useQuery({
    ...RENDERED,
    queryKey: ["product-preview", settled],
    queryFn: ({ signal }) => request(pagePreviewRoutes.renderProduct, { body: settled, signal }),
  });
}

const RENDERED = {
  placeholderData: keepPreviousData,
  // The page also shows the profile, products and appearance, which other screens change.
  staleTime: 0,
  // Each pause in typing makes a document of up to some hundred kilobytes.
  gcTime: 5_000,
} as const;

/** The scheme of a page beside a form. It starts as the console's own, because a white page beside a dark form would dazzle. */
export function usePreviewScheme() {
  return useState<Scheme>(() =>
    window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
  );
}

/** From this width, a page fits beside its form. */
export const BESIDE_FORM = "(min-width: 1024px)";
