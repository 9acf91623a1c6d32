import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { Scheme } from "../../../contract/api/appearance.ts";
import { pagePreviewRoutes } from "../../../contract/api/page-preview.ts";
import { request } from "../../lib/api.ts";
import { useSettled } from "../../lib/use-debounced-value.ts";
import { tilesQuery } from "../tiles/queries.ts";

/** With the time of the request, below the 300 ms after which a preview seems to lag behind. */
const SETTLED_MS = 150;

/** What is not saved. */
export type PageDraft = Omit<z.input<typeof pagePreviewRoutes.render.body>, "scheme">;

/** The page with what is not saved; the former one until the next has arrived. Rendered again whenever the tiles change. */
export function usePagePreview(draft: PageDraft, scheme: Scheme, { enabled = true } = {}) {
  const settled = useSettled({ ...draft, scheme }, SETTLED_MS);
  return useQuery({
    queryKey: [...tilesQuery.queryKey, "preview", settled],
    queryFn: ({ signal }) => request(pagePreviewRoutes.render, { body: settled, signal }),
    placeholderData: keepPreviousData,
    // The profile, products and appearance, which other screens change, are on the page too.
    staleTime: 0,
    // A document for each pause in typing, of up to some hundred kilobytes.
    gcTime: 5_000,
    enabled,
  });
}
