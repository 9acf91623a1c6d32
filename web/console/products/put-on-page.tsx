import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { toast } from "sonner";
import type { Product } from "../../../contract/api/products.ts";
import { type Tile, tileRoutes } from "../../../contract/api/tiles.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { ApiError, errorMessage, request } from "../../lib/api.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, type ButtonVariant } from "../../ui/button.tsx";
import { tilesQuery, withTile } from "../tiles/queries.ts";

/** Returns whether a product has a tile on the creator's page; undefined while that is not known. */
export function useIsOnPage(): (product: Product) => boolean | undefined {
  const { data: tiles } = useQuery(tilesQuery);
  return ({ id }) => tiles?.some(({ product_id }) => product_id === id);
}

export type PutOnPageMutation = ReturnType<typeof usePutOnPage>;

/** Adds a tile of a product; without an image of its own it shows the product's. */
export function usePutOnPage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (product: Product): Promise<Tile> => {
      const tile = {
        type: product.type === "tip" ? ("tip" as const) : ("product" as const),
        title: product.name,
        description: product.description,
        imageUrl: null,
        url: null,
        productId: product.id,
        active: true,
      };
      return (await request(tileRoutes.create, { body: tile })).tile;
    },
    onSuccess: (tile, product) => {
      queryClient.setQueryData(tilesQuery.queryKey, (tiles) => tiles && withTile(tiles, tile));
      toast.success(
        product.active
          ? `${product.name} is on your page.`
          : `${product.name} is on your page, hidden until you make it active.`,
      );
    },
    // Also after an error: the page may have filled up in another tab.
    onSettled: () => void queryClient.invalidateQueries(tilesQuery),
  });
}

type PutOnPageProps = {
  product: Product;
  put: PutOnPageMutation;
  variant?: ButtonVariant;
  className?: string;
};

/** The button that puts a product on the page in one step, and why that failed. */
export function PutOnPage({ product, put, variant = "quiet", className = "" }: PutOnPageProps) {
  const isFull = put.error instanceof ApiError && put.error.body?.code === "tiles.limit_reached";
  return (
    <>
      <Button
        variant={variant}
        busy={put.isPending}
        className={className}
        aria-label={`Put it on your page: ${product.name}`}
        onClick={() => put.mutate(product)}
      >
        Put it on your page
      </Button>
      {put.error && (
        <p role="alert" className="basis-full text-left text-sm whitespace-normal text-bad">
          {errorMessage(put.error, "Could not save tile.")}{" "}
          {isFull && (
            <Link to={paths.settings()} className="font-semibold text-primary underline underline-offset-4">
              See plans
            </Link>
          )}
        </p>
      )}
    </>
  );
}

/** Offers the next step after a product was created. */
export function NewProductNotice({ product, put }: { product: Product; put: PutOnPageMutation }) {
  return (
    <div className="px-4 pb-4 sm:px-5">
      <Alert tone="good" role="status" action={<PutOnPage product={product} put={put} variant="plain" />}>
        <strong className="font-semibold">{product.name}</strong> is saved, but not on your page yet.
      </Alert>
    </div>
  );
}
