import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type Product,
  type ProductInput,
  productRoutes,
  productVersion,
} from "../../../contract/api/products.ts";
import { versionNoticeRoutes } from "../../../contract/api/version-notices.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import type { Deletable } from "../deletion/use-delete.ts";
import { useListChange, withChange } from "../editing/list-change.ts";
import { PRODUCTS, tilesQuery } from "../tiles/queries.ts";

/** The creator's products, newest first. */
export const productsQuery = queryOptions({
  queryKey: PRODUCTS,
  queryFn: async ({ signal }) => (await request(productRoutes.list, { signal })).products,
});

const PROGRESS_MS = 5000;

/** The versions of a product, read again while buyers are being told of one. */
export const versionsQuery = (id: number) =>
  queryOptions({
    queryKey: [...PRODUCTS, id, "versions"],
    queryFn: ({ signal }) => request(versionNoticeRoutes.list, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.possible_at && data.versions.some((each) => each.announced_at !== null && each.holders > 0)
        ? PROGRESS_MS
        : false,
  });

export function useSaveProduct(product: Product | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ input, read }: { input: ProductInput; read: Product | null }) => {
      if (!product) return (await request(productRoutes.create, { body: input })).product;
      const { stock, ...others } = input;
      // Units may have been sold since the form was opened: only a new number replaces the stock.
      const before = read ?? product;
      const body = stock === before.stock ? others : input;
      const options = { params: { id: product.id }, body, version: productVersion(before) };
      return (await request(productRoutes.update, options)).product;
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(
        productsQuery.queryKey,
        (products) => products && (product ? withChange(products, saved.id, saved) : [saved, ...products]),
      );
    },
    onSettled: () => {
      // Also after an error, because the product may have been deleted elsewhere.
      void queryClient.invalidateQueries(productsQuery);
      // Tiles of the product show the change, too.
      void queryClient.invalidateQueries(tilesQuery);
    },
  });
}

/** Shows or hides a product at once, and reverts that if the request fails. */
export function useSetProductActive() {
  return useListChange<Product, { product: Product; active: boolean }>(productsQuery.queryKey, {
    scope: "switch-product",
    others: [tilesQuery.queryKey],
    send: ({ product: { id }, active }) =>
      request(productRoutes.update, { params: { id }, body: { active }, version: null }),
    apply: (products, { product, active }) => withChange(products, product.id, { active }),
    revert: (products, { product, active }) => withChange(products, product.id, { active: !active }),
    failure: t("Couldn't save product."),
  });
}

export const deletableProducts: Deletable<Product> = {
  failures: { delete: t("Couldn't delete product."), restore: t("Couldn't restore product.") },
  nameOf: ({ name }) => name,
  list: productsQuery.queryKey,
  // The tiles of a product are deleted and restored with it.
  others: [tilesQuery.queryKey],
  routes: productRoutes,
};
