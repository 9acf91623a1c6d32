import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Product } from "../../../contract/api/products.ts";
import { formatNumber } from "../../../contract/rules/formats.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { formatPrice } from "../../lib/format.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { buttonClass } from "../../ui/button.tsx";
import { CardTable, Cell, type Column, RowHeader, TableRow } from "../../ui/card-table.tsx";
import { RowAction } from "../../ui/row-action.tsx";
import { BareSwitch } from "../../ui/switch.tsx";
import { TileImage } from "../../ui/tile-image.tsx";
import { useCreator } from "../creator-context.ts";
import { deliversNothing, PRODUCT_TYPES } from "./product-draft.ts";
import { soldOf } from "./product-view.ts";
import { PutOnPage, useIsOnPage, usePutOnPage } from "./put-on-page.tsx";
import { useSetProductActive } from "./queries.ts";

const COLUMNS: readonly Column[] = [
  { name: t("Product") },
  { name: t("Price"), align: "end" },
  { name: t("Sold"), align: "end" },
  { name: t("Revenue"), align: "end" },
  { name: t("Stock"), align: "end" },
  { name: t("Page") },
  { name: t("Active") },
  { name: t("Actions"), align: "end" },
];

type ProductTableProps = { products: readonly Product[]; onDelete: (product: Product) => void };

export function ProductTable({ products, onDelete }: ProductTableProps) {
  const isOnPage = useIsOnPage();
  return (
    <CardTable columns={COLUMNS} from="@4xl">
      {products.map((product) => (
        <ProductRow key={product.id} product={product} isOnPage={isOnPage(product)} onDelete={onDelete} />
      ))}
    </CardTable>
  );
}

type ProductRowProps = Pick<ProductTableProps, "onDelete"> & {
  product: Product;
  isOnPage: boolean | undefined;
};

const FIGURE = "tabular-nums whitespace-nowrap @4xl:px-2.5 @4xl:text-end";
const QUIET = "text-sm text-muted @4xl:text-[15px] @4xl:text-ink";

function ProductRow({ product, isOnPage, onDelete }: ProductRowProps) {
  const setActive = useSetProductActive();
  const { count, revenue, isTest } = soldOf(product);
  return (
    <TableRow
      data-product={product.id}
      className="grid scroll-my-24 grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line px-4 py-3 @4xl:table-row @4xl:*:py-2.5"
    >
      <RowHeader className="min-w-0 text-start font-normal @4xl:ps-5">
        <Name product={product} />
      </RowHeader>
      <Cell className={`text-end font-semibold @4xl:font-normal ${FIGURE}`}>
        {formatPrice(product.price_cents, product.currency)}
      </Cell>
      <Cell className={`mt-1.5 @4xl:mt-0 ${QUIET} ${FIGURE}`}>
        {formatNumber(count)}
        <span className="@4xl:hidden"> {t("sold")}</span>
      </Cell>
      <Cell className={`mt-1.5 text-end @4xl:mt-0 ${QUIET} ${FIGURE}`}>
        {revenue.map((sum) => (
          <span key={sum} className="block">
            {sum}
          </span>
        ))}
        {isTest && <span className="block text-sm text-muted">{t("Test mode")}</span>}
      </Cell>
      <Cell className={`col-span-2 ${QUIET} ${FIGURE}`}>{stockText(product)}</Cell>
      <Cell className={`self-center @4xl:px-2.5 ${QUIET}`}>
        <Page product={product} isOnPage={isOnPage} />
      </Cell>
      <Cell className="flex items-center gap-2 @4xl:table-cell @4xl:px-2.5">
        <span aria-hidden="true" className="text-sm text-muted @4xl:hidden">
          {t("Active")}
        </span>
        <BareSwitch
          aria-label={t("{name} is active", { name: product.name })}
          checked={product.active}
          onChange={(event) => setActive.mutate({ product, active: event.target.checked })}
        />
      </Cell>
      <Cell className="col-span-2 -ms-3 min-w-0 @4xl:ms-0 @4xl:pe-2">
        <Actions product={product} onDelete={onDelete} />
      </Cell>
    </TableRow>
  );
}

/** The picture, the name, and the reasons why visitors cannot buy the product. */
function Name({ product }: { product: Product }) {
  const type = PRODUCT_TYPES.find(({ value }) => value === product.type)?.label;
  return (
    <span className="flex items-center gap-3">
      <TileImage
        id={product.id}
        title={product.name}
        image={product.media_url}
        sizes="44px"
        className="w-11 shrink-0 self-start rounded-control!"
      />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-semibold" dir="auto">
          {product.name}
        </span>
        <span className="block text-sm text-muted">
          <span>{type}</span>
          {!product.active && <span> · {t("Inactive")}</span>}
          {deliversNothing({
            type: product.type,
            file: product.digital_file_path,
            message: product.buyer_message ?? product.buyer_link_url,
          }) && (
            <span className="flex items-center gap-1 font-medium text-warn">
              <TriangleAlert size={16} className="shrink-0" />
              {t("No file to download")}
            </span>
          )}
        </span>
      </span>
    </span>
  );
}

function stockText({ stock }: Product): ReactNode {
  if (stock === null) return <span className="@max-4xl:hidden">–</span>;
  return stock === 0 ? t("Sold out") : t("{stock} left", { stock: formatNumber(stock) });
}

function Page({ product, isOnPage }: Omit<ProductRowProps, "onDelete">) {
  const put = usePutOnPage();
  const area = useFocusFallback<HTMLDivElement>(put.isSuccess);
  return (
    <div ref={area} tabIndex={-1} className="flex flex-col items-start outline-none">
      {isOnPage && <span>{t("On your page")}</span>}
      {isOnPage === false && <PutOnPage product={product} put={put} />}
    </div>
  );
}

function Actions({ product, onDelete }: Pick<ProductRowProps, "product" | "onDelete">) {
  const { handle } = useCreator();
  return (
    <div className="flex flex-wrap @4xl:flex-nowrap @4xl:justify-end">
      {product.active && product.type !== "tip" && (
        <RowAction
          name={t("View page")}
          label={t("View page of {name}", { name: product.name })}
          href={paths.product(handle, product.slug)}
        />
      )}
      <Link
        to={paths.editProduct(product.id)}
        aria-label={t("Edit {name}", { name: product.name })}
        className={`${buttonClass("quiet")} px-3! text-primary!`}
      >
        {t("Edit")}
      </Link>
      <RowAction
        name={t("Delete")}
        label={t("Delete {name}", { name: product.name })}
        isDanger
        onClick={() => onDelete(product)}
      />
    </div>
  );
}
