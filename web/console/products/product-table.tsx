import type { Product } from "../../../contract/products.ts";
import { formatPrice } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { AlertIcon } from "../../ui/icons.tsx";
import { BareSwitch } from "../../ui/switch.tsx";
import { lacksFile, PRODUCT_TYPES } from "./product-draft.ts";
import { useSetProductActive } from "./queries.ts";

type ProductTableProps = {
  products: readonly Product[];
  /** The product in the form. */
  editedId: number | null;
  onEdit: (product: Product) => void;
  onDelete: (product: Product) => void;
};

export function ProductTable({ products, editedId, onEdit, onDelete }: ProductTableProps) {
  const setActive = useSetProductActive();
  if (products.length === 0)
    return (
      <div className="grid justify-items-center gap-1 border-t border-line px-5 py-12 text-center">
        <p className="font-semibold">No products yet.</p>
        <p className="text-muted">Make one with the form, then sell it with a tile.</p>
      </div>
    );
  return (
    <table className="w-full border-collapse text-[15px]">
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr className="border-t border-line text-left text-sm text-muted *:py-2 *:font-medium">
          <th scope="col" className="pl-5">
            Product
          </th>
          <th scope="col" className="px-3 text-right">
            Price
          </th>
          <th scope="col" className="px-3">
            Active
          </th>
          <th scope="col" className="pr-5 text-right">
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <tr
            key={product.id}
            aria-current={product.id === editedId || undefined}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line px-5 py-3 aria-[current]:bg-tint sm:table-row"
          >
            <th scope="row" className="text-left font-normal sm:py-3 sm:pl-5">
              <span className="font-semibold [overflow-wrap:anywhere]" dir="auto">
                {product.name}
              </span>
              <Facts product={product} />
            </th>
            <td className="px-0 text-right font-medium tabular-nums sm:px-3">
              {formatPrice(product.price_cents, product.currency)}
            </td>
            <td className="col-start-2 row-start-2 -mr-0.5 text-right sm:mr-0 sm:px-3 sm:text-left">
              <BareSwitch
                aria-label={`${product.name} is active`}
                checked={product.active}
                // The form has a switch of its own, which is saved with it.
                disabled={product.id === editedId}
                onChange={(event) => setActive.mutate({ product, active: event.target.checked })}
              />
            </td>
            <td className="col-start-1 row-start-2 -ml-3 sm:ml-0 sm:pr-2 sm:text-right sm:whitespace-nowrap">
              <Button
                variant="quiet"
                className="px-3! text-primary!"
                aria-label={`Edit ${product.name}`}
                onClick={() => onEdit(product)}
              >
                Edit
              </Button>
              <Button
                variant="quiet"
                className="px-3! text-muted! hover:text-bad!"
                aria-label={`Delete ${product.name}`}
                onClick={() => onDelete(product)}
              >
                Delete
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Facts({ product }: { product: Product }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      {PRODUCT_TYPES.find(({ type }) => type === product.type)?.label}
      <span aria-hidden="true">·</span>
      {product.active ? "Active" : "Inactive"}
      {lacksFile({ type: product.type, file: product.digital_file_path }) && (
        <span className="flex items-center gap-1 font-medium text-warn">
          <AlertIcon size={16} className="shrink-0" />
          No file to download
        </span>
      )}
    </span>
  );
}
