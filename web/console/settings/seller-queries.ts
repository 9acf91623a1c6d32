import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import type { z } from "zod";
import { type SellerInput, sellerRoutes } from "../../../contract/api/sellers.ts";
import { request } from "../../lib/api.ts";

/** The creator's seller details; null before they are saved. */
export const sellerQuery = queryOptions({
  queryKey: ["seller"],
  queryFn: async ({ signal }) => (await request(sellerRoutes.show, { signal })).seller,
});

export function useSaveSeller() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: z.input<typeof SellerInput>) =>
      (await request(sellerRoutes.save, { body })).seller,
    onSuccess: (seller) => {
      queryClient.setQueryData(sellerQuery.queryKey, seller);
      toast.success("Seller details saved");
    },
  });
}
