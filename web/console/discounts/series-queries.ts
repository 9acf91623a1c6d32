import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import {
  type DiscountSeries,
  type DiscountSeriesInput,
  discountSeriesRoutes,
} from "../../../contract/api/discount-series.ts";
import { t } from "../../../contract/texts.ts";
import { buildUrl, request } from "../../lib/api.ts";
import { ignoreNotFound } from "../editing/ignore-not-found.ts";
import { useListChange, withChange } from "../editing/list-change.ts";

/** The creator's series of codes, newest first. */
export const seriesQuery = queryOptions({
  queryKey: ["discount-series"],
  queryFn: async ({ signal }) => (await request(discountSeriesRoutes.list, { signal })).series,
});

/** Returns the URL of the codes of a series as CSV. */
export const codesUrl = ({ id }: DiscountSeries) => buildUrl(discountSeriesRoutes.export, { params: { id } });

export function useCreateSeries() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: DiscountSeriesInput) =>
      (await request(discountSeriesRoutes.create, { body: input })).series,
    onSuccess: ({ count }) =>
      toast.success(t("{count, plural, one {# code} other {# codes}} created.", { count })),
    // Also after an error, because the response may have been lost.
    onSettled: () => queryClient.invalidateQueries(seriesQuery),
  });
}

/** Turns the codes of a series off or on. */
export const useSwitchSeries = () =>
  useListChange<DiscountSeries, { id: number; active: boolean }>(seriesQuery.queryKey, {
    send: ({ id, active }) => request(discountSeriesRoutes.update, { params: { id }, body: { active } }),
    apply: (all, { id, active }) => withChange(all, id, { active }),
    revert: (all, { id, active }) => withChange(all, id, { active: !active }),
    failure: t("Couldn't change the series."),
  });

export function useDeleteSeries() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: DiscountSeries) =>
      ignoreNotFound(request(discountSeriesRoutes.remove, { params: { id } })),
    onSettled: () => queryClient.invalidateQueries(seriesQuery),
  });
}
