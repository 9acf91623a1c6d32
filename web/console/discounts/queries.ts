import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type Discount, type DiscountInput, discountRoutes } from "../../../contract/api/discounts.ts";
import { request } from "../../lib/api.ts";
import type { Deletable } from "../deletion/use-delete.ts";

/** The creator's discount codes, newest first. */
export const discountsQuery = queryOptions({
  queryKey: ["discounts"],
  queryFn: async ({ signal }) => (await request(discountRoutes.list, { signal })).discounts,
});

function useDiscountsChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(discountsQuery);
}

/** Adds a code, or changes the one given. */
export function useSaveDiscount(discount: Discount | null) {
  const changed = useDiscountsChanged();
  return useMutation({
    mutationFn: async (input: DiscountInput) =>
      discount
        ? (await request(discountRoutes.update, { params: { id: discount.id }, body: input })).discount
        : (await request(discountRoutes.create, { body: input })).discount,
    onSuccess: ({ code }) => toast.success(`${code} saved.`),
    // Also after an error: the code may have been deleted elsewhere.
    onSettled: () => void changed(),
  });
}

export const deletableDiscounts: Deletable<Discount> = {
  noun: "code",
  nameOf: ({ code }) => code,
  list: discountsQuery.queryKey,
  remove: (id) => request(discountRoutes.remove, { params: { id } }),
  restore: (id) => request(discountRoutes.restore, { params: { id } }),
  listDeleted: (signal) => request(discountRoutes.deleted, { signal }),
};
