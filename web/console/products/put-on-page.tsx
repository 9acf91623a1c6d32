import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { toast } from "sonner";
import type { Product } from "../../../contract/api/products.ts";
import { type Tile, tileRoutes } from "../../../contract/api/tiles.ts";
import { t } from "../../../contract/texts.ts";
import { ApiError, errorMessage, request } from "../../lib/api.ts";
import { toPlan } from "../../lib/plan.ts";
import { rich } from "../../lib/rich.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { cacheTile, tilesQuery } from "../tiles/queries.ts";

/** Returns whether the creator's page has a tile of the product, or undefined if unknown. */
export function useIsOnPage(): (product: Product) => boolean | undefined {
  const { data: tiles } = useQuery(tilesQuery);
  return ({ id }) => tiles?.some(({ product_id }) => product_id === id);
}

/** Adds a tile of a product. Without an image it shows the product's. */
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
      cacheTile(queryClient, tile);
      toast.success(
        product.active
          ? t("{name} is on your page.", { name: product.name })
          : t("{name} is on your page, hidden until you make it active.", { name: product.name }),
      );
    },
    // Also after an error, because the page may be full by now.
    onSettled: () => void queryClient.invalidateQueries(tilesQuery),
  });
}

export type PutProblem = { message: string; isFull: boolean };

/** Returns the reason why a product could not be put on the page. */
export function putProblem(error: unknown): PutProblem {
  return {
    message: errorMessage(error, t("Could not save tile.")),
    isFull: error instanceof ApiError && error.body?.code === "tiles.limit_reached",
  };
}

/** Puts a product on the page in one step, and shows why that failed. */
export function PutOnPage({ product, put }: { product: Product; put: ReturnType<typeof usePutOnPage> }) {
  return (
    <>
      <Button
        variant="quiet"
        busy={put.isPending}
        className="-ms-3 px-3! text-primary!"
        aria-label={t("Put it on your page: {name}", { name: product.name })}
        onClick={() => put.mutate(product)}
      >
        {t("Put it on your page")}
      </Button>
      {put.error && (
        <p role="alert" className="text-start text-sm whitespace-normal text-bad">
          <Problem {...putProblem(put.error)} />
        </p>
      )}
    </>
  );
}

function Problem({ message, isFull }: PutProblem) {
  return (
    <>
      <span>{message}</span>{" "}
      {isFull && (
        <Link {...toPlan} className="font-semibold text-primary underline underline-offset-4">
          {t("See plans")}
        </Link>
      )}
    </>
  );
}

/** Explains why a saved product is not on the page. */
export function NotOnPageNotice({ product, problem }: { product: Product; problem: PutProblem }) {
  return (
    <div className="px-4 pb-4 sm:px-5">
      <Alert tone="warn" role="alert">
        {rich("{name} is saved, but not on your page yet.", {
          name: <strong className="font-semibold">{product.name}</strong>,
        })}{" "}
        <Problem {...problem} />
      </Alert>
    </div>
  );
}
