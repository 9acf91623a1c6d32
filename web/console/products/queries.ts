import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import {
  type Product,
  type ProductInput,
  productRoutes,
  productVersion,
} from "../../../contract/api/products.ts";
import { errorMessage, request } from "../../lib/api.ts";
import type { Deletable } from "../deletion/use-delete.ts";
import { PRODUCTS, tilesQuery } from "../tiles/queries.ts";

const productKeys = { all: PRODUCTS, switching: [...PRODUCTS, "switching"] } as const;

/** The creator's products, newest first. */
export const productsQuery = queryOptions({
  queryKey: productKeys.all,
  queryFn: async ({ signal }) => (await request(productRoutes.list, { signal })).products,
});

/** Updates the cached products; the tiles that sell them show the change, too. */
function useProductsChanged() {
  const queryClient = useQueryClient();
  return (change: (products: Product[]) => Product[]) => {
    queryClient.setQueryData(productsQuery.queryKey, (products) => products && change(products));
    void queryClient.invalidateQueries(productsQuery);
    void queryClient.invalidateQueries(tilesQuery);
  };
}

/** Adds a product, or changes the one given. */
export function useSaveProduct(product: Product | null) {
  const changed = useProductsChanged();
  return useMutation({
    mutationFn: async ({ input, read }: { input: ProductInput; read: Product | null }) => {
      if (!product) return (await request(productRoutes.create, { body: input })).product;
      const { stock, ...others } = input;
      // Pieces may have been sold since the form was opened: only a new number replaces what is left.
      const before = read ?? product;
      const body = stock === before.stock ? others : input;
      const options = { params: { id: product.id }, body, version: productVersion(before) };
      return (await request(productRoutes.update, options)).product;
    },
    onSuccess: (saved) =>
      changed((products) =>
        product
          ? products.map((each) => (each.id === saved.id ? { ...each, ...saved } : each))
          : [saved, ...products],
      ),
    // The product may have been deleted elsewhere.
    onError: () => changed((products) => products),
  });
}

/** Shows or hides a product at once, and undoes that when the request fails. */
export function useSetProductActive() {
  const queryClient = useQueryClient();
  const changed = useProductsChanged();
  const put = (id: number, active: boolean) =>
    queryClient.setQueryData(productsQuery.queryKey, (products) =>
      products?.map((product) => (product.id === id ? { ...product, active } : product)),
    );
  return useMutation({
    mutationKey: productKeys.switching,
    // One after another: the last choice must also be the last request.
    scope: { id: "switch-product" },
    mutationFn: ({ product, active }: { product: Product; active: boolean }) =>
      request(productRoutes.update, { params: { id: product.id }, body: { active } }),
    onMutate: async ({ product, active }) => {
      await queryClient.cancelQueries(productsQuery);
      put(product.id, active);
    },
    onError: (error, { product, active }) => {
      put(product.id, !active);
      toast.error(errorMessage(error, "Couldn't save product."));
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: productKeys.switching }) === 1)
        changed((products) => products);
    },
  });
}

export const deletableProducts: Deletable<Product> = {
  noun: "product",
  nameOf: ({ name }) => name,
  list: productsQuery.queryKey,
  // The tiles that sell a product go and return with it.
  others: [tilesQuery.queryKey],
  remove: (id) => request(productRoutes.remove, { params: { id } }),
  restore: (id) => request(productRoutes.restore, { params: { id } }),
  listDeleted: (signal) => request(productRoutes.deleted, { signal }),
};
