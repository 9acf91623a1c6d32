import { queryOptions } from "@tanstack/react-query";
import { secondFactorRoutes } from "../../contract/api/second-factor.ts";
import { request } from "./api.ts";

/** The second factor of the signed-in user. */
export const secondFactorQuery = queryOptions({
  queryKey: ["second-factor"],
  queryFn: async ({ signal }) => (await request(secondFactorRoutes.show, { signal })).secondFactor,
  staleTime: 60_000,
});
