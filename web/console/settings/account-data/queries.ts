import { queryOptions } from "@tanstack/react-query";
import { accountDeletionRoutes } from "../../../../contract/api/account-deletion.ts";
import { request } from "../../../lib/api.ts";

export const deletionQuery = queryOptions({
  queryKey: ["account-deletion"],
  queryFn: async ({ signal }) => (await request(accountDeletionRoutes.deletion, { signal })).deletion,
  // Another tab or an administrator may have changed what it depends on.
  staleTime: 0,
});
