import type { Product } from "../../../contract/api/products.ts";
import { DeleteDialog } from "../delete-dialog.tsx";
import { useDeleteProduct } from "./queries.ts";

type DeleteProductProps = {
  /** Null when closed. */
  product: Product | null;
  onClose: () => void;
  onDeleted: (product: Product) => void;
};

/** Asks before a product is deleted. */
export function DeleteProduct({ product, onClose, onDeleted }: DeleteProductProps) {
  return (
    <DeleteDialog
      item={product}
      noun="product"
      failure="Could not delete product."
      remove={useDeleteProduct()}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      {(item) => (
        <>
          <strong className="font-semibold text-ink">{item?.name}</strong> and the tiles that sell it are
          deleted at once. Buyers keep their downloads until they expire.
        </>
      )}
    </DeleteDialog>
  );
}
