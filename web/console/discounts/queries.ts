import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import {
  type Discount,
  type DiscountInput,
  discountRoutes,
  discountVersion,
} from "../../../contract/api/discounts.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import type { Deletable } from "../deletion/use-delete.ts";

/** The creator's discount codes, newest first. */
export const discountsQuery = queryOptions({
  queryKey: ["discounts"],
  queryFn: async ({ signal }) => (await request(discountRoutes.list, { signal })).discounts,
});

export function useSaveDiscount(discount: Discount | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ input, read }: { input: DiscountInput; read: Discount | null }) => {
      if (!discount) return (await request(discountRoutes.create, { body: input })).discount;
      const options = {
        params: { id: discount.id },
        body: input,
        version: discountVersion(read ?? discount),
      };
      return (await request(discountRoutes.update, options)).discount;
    },
    onSuccess: ({ code }) => toast.success(t("{code} saved.", { code })),
    // Also after an error, because the code may have been deleted elsewhere.
    onSettled: () => void queryClient.invalidateQueries(discountsQuery),
  });
}

export const deletableDiscounts: Deletable<Discount> = {
  failures: { delete: t("Couldn't delete code."), restore: t("Couldn't restore code.") },
  nameOf: ({ code }) => code,
  list: discountsQuery.queryKey,
  routes: discountRoutes,
};
