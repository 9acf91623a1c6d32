import { queryOptions } from "@tanstack/react-query";
import { saleImportRoutes } from "../../../../contract/api/sale-imports.ts";
import { t } from "../../../../contract/texts.ts";
import { request } from "../../../lib/api.ts";

/** The imports of sales of the last 30 days. */
export const saleImportsQuery = queryOptions({
  queryKey: ["sale-imports"],
  queryFn: ({ signal }) => request(saleImportRoutes.list, { signal }),
  staleTime: 0,
});

export const saleCount = (count: number) => t("{count, plural, one {# sale} other {# sales}}", { count });
