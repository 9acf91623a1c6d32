import { queryOptions } from "@tanstack/react-query";
import { sellerRoutes } from "../../../contract/api/sellers.ts";
import { request } from "../../lib/api.ts";

/** The creator's seller details; null before they are saved. */
export const sellerQuery = queryOptions({
  queryKey: ["seller"],
  queryFn: async ({ signal }) => (await request(sellerRoutes.show, { signal })).seller,
});
