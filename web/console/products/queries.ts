import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Product, type ProductInput, productRoutes } from "../../../contract/products.ts";
import { call } from "../../lib/api.ts";

/** The creator's products, newest first. */
export const productsQuery = queryOptions({
  queryKey: ["products"],
  queryFn: async ({ signal }) => (await call(productRoutes.list, { signal })).products,
});

/** A change of products shows on the tiles that sell them. */
function useProductsChanged() {
  const queryClient = useQueryClient();
  return (change: (products: Product[]) => Product[]) => {
    queryClient.setQueryData(productsQuery.queryKey, (products) => products && change(products));
    void queryClient.invalidateQueries(productsQuery);
    void queryClient.invalidateQueries({ queryKey: ["tiles"] });
  };
}

/** Adds a product, or changes the one given. */
export function useSaveProduct(product: Product | null) {
  const changed = useProductsChanged();
  return useMutation({
    mutationFn: async (input: ProductInput) =>
      product
        ? (await call(productRoutes.update, { params: { id: product.id }, body: input })).product
        : (await call(productRoutes.create, { body: input })).product,
    onSuccess: (saved) =>
      changed((products) =>
        product ? products.map((each) => (each.id === saved.id ? saved : each)) : [saved, ...products],
      ),
  });
}

export function useDeleteProduct() {
  const changed = useProductsChanged();
  return useMutation({
    mutationFn: (product: Product) => call(productRoutes.remove, { params: { id: product.id } }),
    onSuccess: (_answer, { id }) => changed((products) => products.filter((product) => product.id !== id)),
    // The product may have been deleted elsewhere.
    onError: () => changed((products) => products),
  });
}
