import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type Product, type ProductInput, productRoutes } from "../../../contract/products.ts";
import { errorMessage, request } from "../../lib/api.ts";
import { ignoreNotFound } from "../ignore-not-found.ts";

/** The creator's products, newest first. */
export const productsQuery = queryOptions({
  queryKey: ["products"],
  queryFn: async ({ signal }) => (await request(productRoutes.list, { signal })).products,
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
        ? (await request(productRoutes.update, { params: { id: product.id }, body: input })).product
        : (await request(productRoutes.create, { body: input })).product,
    onSuccess: (saved) =>
      changed((products) =>
        product ? products.map((each) => (each.id === saved.id ? saved : each)) : [saved, ...products],
      ),
    // The product may have been deleted elsewhere.
    onError: () => changed((products) => products),
  });
}

const SWITCH = ["products", "switch"];

/** Shows or hides a product at once, and takes that back when the server refuses. */
export function useSetProductActive() {
  const queryClient = useQueryClient();
  const changed = useProductsChanged();
  const put = (id: number, active: boolean) =>
    queryClient.setQueryData(productsQuery.queryKey, (products) =>
      products?.map((product) => (product.id === id ? { ...product, active } : product)),
    );
  return useMutation({
    mutationKey: SWITCH,
    // One after another: what was chosen last must also come last to the server.
    scope: { id: "switch-product" },
    mutationFn: ({ product, active }: { product: Product; active: boolean }) =>
      request(productRoutes.update, { params: { id: product.id }, body: { active } }),
    onMutate: async ({ product, active }) => {
      await queryClient.cancelQueries(productsQuery);
      put(product.id, active);
    },
    onError: (error, { product, active }) => {
      put(product.id, !active);
      toast.error(errorMessage(error, "Could not save product."));
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: SWITCH }) === 1) changed((products) => products);
    },
  });
}

export function useDeleteProduct() {
  const changed = useProductsChanged();
  return useMutation({
    mutationFn: (product: Product) =>
      ignoreNotFound(request(productRoutes.remove, { params: { id: product.id } })),
    onSuccess: (_response, { id }) => changed((products) => products.filter((product) => product.id !== id)),
    // The product may have been deleted elsewhere.
    onError: () => changed((products) => products),
  });
}
