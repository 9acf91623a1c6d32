import type { Product } from "../../../contract/api/products.ts";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { useDeleteProduct } from "./queries.ts";

type DeleteProductDialogProps = {
  /** The product to delete; null when closed. */
  product: Product | null;
  onClose: () => void;
  onDeleted: (product: Product) => void;
};

export function DeleteProductDialog({ product, onClose, onDeleted }: DeleteProductDialogProps) {
  const remove = useDeleteProduct();
  return (
    <ConfirmDialog
      open={product !== null}
      title="Delete this product?"
      confirm="Delete product"
      failure="Could not delete product."
      work={remove}
      onClose={onClose}
      onConfirm={() => product && remove.mutate(product, { onSuccess: () => onDeleted(product) })}
    >
      <strong className="font-semibold text-ink">{product?.name}</strong> and the tiles that sell it are
      deleted at once. Buyers keep their downloads until they expire.
    </ConfirmDialog>
  );
}
