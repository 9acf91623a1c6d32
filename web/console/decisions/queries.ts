import { queryOptions } from "@tanstack/react-query";
import { moderationRoutes } from "../../../contract/api/moderation.ts";
import { request } from "../../lib/api.ts";

export const decisionsQuery = queryOptions({
  queryKey: ["decisions"],
  queryFn: async ({ signal }) => (await request(moderationRoutes.decisions, { signal })).decisions,
  // Administrators change them.
  staleTime: 0,
});
