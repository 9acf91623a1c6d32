import { TriangleAlert } from "lucide-react";
import type { Product } from "../../../contract/api/products.ts";
import { formatNumber } from "../../../contract/rules/formats.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { formatPrice } from "../../lib/format.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { CardTable, type Column } from "../../ui/card-table.tsx";
import { RowAction } from "../../ui/row-action.tsx";
import { BareSwitch } from "../../ui/switch.tsx";
import { tableRoles } from "../../ui/table-roles.ts";
import { TileImage } from "../../ui/tile-image.tsx";
import { useCreator } from "../creator-context.ts";
import { lacksFile, PRODUCT_TYPES } from "./product-draft.ts";
import { PutOnPage, useIsOnPage, usePutOnPage } from "./put-on-page.tsx";
import { useSetProductActive } from "./queries.ts";

type ProductTableProps = {
  products: readonly Product[];
  /** The product in the form. */
  editedId: number | null;
  /** The product for which a notice above the table offers to put it on the page. */
  offeredId: number | null;
  onEdit: (product: Product) => void;
  onDelete: (product: Product) => void;
};

const COLUMNS: readonly Column[] = [
  { name: "Product" },
  { name: "Price", align: "right" },
  { name: "Active" },
  { name: "Actions", align: "right" },
];

/** A table on wide screens, cards on phones: the roles stay although the layout of rows and cells changes. */
export function ProductTable({ products, editedId, offeredId, onEdit, onDelete }: ProductTableProps) {
  const isOnPage = useIsOnPage();
  return (
    <CardTable columns={COLUMNS} from="sm">
      {products.map((product) => (
        <ProductRow
          key={product.id}
          product={product}
          isEdited={product.id === editedId}
          isOffered={product.id === offeredId}
          isOnPage={isOnPage(product)}
          onEdit={() => onEdit(product)}
          onDelete={() => onDelete(product)}
        />
      ))}
    </CardTable>
  );
}

type ProductRowProps = {
  product: Product;
  isEdited: boolean;
  isOffered: boolean;
  isOnPage: boolean | undefined;
  onEdit: () => void;
  onDelete: () => void;
};

function ProductRow({ product, isEdited, isOffered, isOnPage, onEdit, onDelete }: ProductRowProps) {
  const { handle } = useCreator();
  const setActive = useSetProductActive();
  const put = usePutOnPage();
  const actions = useFocusFallback<HTMLDivElement>(put.isSuccess);
  return (
    <tr
      {...tableRoles.row}
      data-product={product.id}
      aria-current={isEdited || undefined}
      className="flex flex-wrap gap-x-3 border-t border-line px-4 py-3 aria-[current]:bg-tint sm:table-row"
    >
      <th
        {...tableRoles.rowHeader}
        className="min-w-0 flex-1 basis-1/2 text-left font-normal sm:py-3 sm:pl-5"
      >
        <span className="flex items-center gap-3">
          <TileImage
            id={product.id}
            title={product.name}
            image={product.media_url}
            sizes="44px"
            className="w-11 shrink-0 self-start rounded-control!"
          />
          <span className="min-w-0">
            <span className="font-semibold [overflow-wrap:anywhere]" dir="auto">
              {product.name}
            </span>
            <Facts product={product} isOnPage={isOnPage} />
          </span>
        </span>
      </th>
      <td {...tableRoles.cell} className="px-0 text-right font-medium tabular-nums sm:px-3">
        {formatPrice(product.price_cents, product.currency)}
      </td>
      <td
        {...tableRoles.cell}
        className="order-last flex items-center gap-2 self-start sm:table-cell sm:px-3"
      >
        <span aria-hidden="true" className="text-sm text-muted sm:hidden">
          Active
        </span>
        <BareSwitch
          aria-label={`${product.name} is active`}
          checked={product.active}
          // The form has a switch of its own, which is saved with it.
          disabled={isEdited}
          title={isEdited ? "Change it in the form" : undefined}
          onChange={(event) => setActive.mutate({ product, active: event.target.checked })}
        />
      </td>
      <td {...tableRoles.cell} className="-ml-3 min-w-0 flex-1 basis-1/2 sm:ml-0 sm:pr-2">
        <div ref={actions} className="flex flex-wrap sm:justify-end">
          <RowAction label={`Edit ${product.name}`} onClick={onEdit}>
            Edit
          </RowAction>
          {product.active && product.type !== "tip" && (
            <RowAction label={`View page of ${product.name}`} href={paths.product(handle, product.slug)}>
              View page
            </RowAction>
          )}
          <RowAction label={`Delete ${product.name}`} isDanger onClick={onDelete}>
            Delete
          </RowAction>
          {isOnPage === false && !isOffered && (
            <PutOnPage product={product} put={put} className="px-3! text-primary!" />
          )}
        </div>
      </td>
    </tr>
  );
}

/** The type, and the states that decide whether visitors can buy the product. */
function Facts({ product, isOnPage }: { product: Product; isOnPage: boolean | undefined }) {
  const facts = [
    PRODUCT_TYPES.find(({ type }) => type === product.type)?.label,
    !product.active && "Inactive",
    isOnPage && "On your page",
    product.stock !== null && (product.stock === 0 ? "Sold out" : `${formatNumber(product.stock)} left`),
  ];
  return (
    <span className="block text-sm text-muted">
      {facts.filter(Boolean).join(" · ")}
      {lacksFile({ type: product.type, file: product.digital_file_path }) && (
        <span className="flex items-center gap-1 font-medium text-warn">
          <TriangleAlert size={16} aria-hidden="true" className="shrink-0" />
          No file to download
        </span>
      )}
    </span>
  );
}
