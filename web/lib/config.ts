import { queryOptions } from "@tanstack/react-query";
import { storefrontRoutes } from "../../contract/api/storefront.ts";
import { request } from "./api.ts";

/** Public configuration; it changes with a restart. */
export const configQuery = queryOptions({
  queryKey: ["config"],
  queryFn: ({ signal }) => request(storefrontRoutes.config, { signal }),
  staleTime: 300_000,
});
