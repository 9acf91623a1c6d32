import { queryOptions, useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import { type BlockKind, blockRoutes } from "../../../contract/api/blocks.ts";
import { moderationRoutes } from "../../../contract/api/moderation.ts";
import { errorMessage, request } from "../../lib/api.ts";
import { adminKeys, LIST, useAdminChanged } from "../queries.ts";

export const reportsQuery = (filters: { state: "waiting" | "closed"; page: number }) =>
  queryOptions({
    queryKey: [...adminKeys.all, "reports", filters],
    queryFn: ({ signal }) => request(moderationRoutes.reports, { query: filters, signal }),
    ...LIST,
  });

export const reportQuery = (id: number) =>
  queryOptions({
    queryKey: [...adminKeys.all, "report", id],
    queryFn: async ({ signal }) =>
      (await request(moderationRoutes.showReport, { params: { id }, signal })).report,
    staleTime: 0,
  });

export const blocksQuery = (filters: { kind: BlockKind | undefined; page: number }) =>
  queryOptions({
    queryKey: [...adminKeys.all, "blocks", filters],
    queryFn: ({ signal }) => request(blockRoutes.blocks, { query: filters, signal }),
    ...LIST,
  });

export function useRemoveBlock() {
  const changed = useAdminChanged();
  return useMutation({
    mutationFn: (id: number) => request(blockRoutes.removeBlock, { params: { id } }),
    onSuccess: () => toast.success("Block removed."),
    onError: (error) => toast.error(errorMessage(error, "Failed to remove the block")),
    onSettled: changed,
  });
}
