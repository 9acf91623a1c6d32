import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, Navigate, useLocation } from "react-router";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { loadDraft } from "../../lib/drafts/draft-store.ts";
import { useUrlState } from "../../lib/use-url-state.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { DataList, Nothing } from "../../widgets/data-list.tsx";
import { useCreator } from "../creator-context.ts";
import { RecentlyDeleted } from "../deletion/recently-deleted.tsx";
import { useDelete } from "../deletion/use-delete.ts";
import { PRODUCT_TYPES } from "./product-draft.ts";
import type { LeftProduct } from "./product-screen.tsx";
import { ProductTable } from "./product-table.tsx";
import { FILTERED_FROM, filterProducts, ProductView, STATE_CHOICES } from "./product-view.ts";
import { NotOnPageNotice, useIsOnPage } from "./put-on-page.tsx";
import { deletableProducts, productsQuery } from "./queries.ts";

export function ProductsScreen() {
  const query = useQuery(productsQuery);
  const products = query.data;
  const [view] = useUrlState(ProductView);
  const isOnPage = useIsOnPage();
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = useDelete(deletableProducts, heading);
  const list = useRef<HTMLDivElement>(null);
  const left: LeftProduct | null = useLocation().state;
  const problem = left?.problem;
  const saved = products?.find(({ id }) => id === left?.id);
  const isLoaded = products !== undefined;
  useEffect(() => {
    // Returns to the place where the editor was opened, which may be far down.
    if (isLoaded && left && !left.problem)
      list.current?.querySelector(`[data-product="${left.id}"]`)?.scrollIntoView({ block: "nearest" });
  }, [isLoaded, left]);

  const creatorId = useCreator().id;
  const [draft] = useState(() => loadDraft("product", creatorId));
  if (draft)
    return <Navigate replace to={draft.id === null ? paths.newProduct() : paths.editProduct(draft.id)} />;

  const isFiltered = products !== undefined && products.length > FILTERED_FROM;
  return (
    <div ref={list} className="@container min-w-0">
      <DataList
        id="product-list"
        title={t("Your products")}
        headingRef={heading}
        query={query}
        failure={t("Couldn't load your products.")}
        actions={
          <Link to={paths.newProduct()} className={buttonClass("primary")}>
            {t("Add product")}
          </Link>
        }
        filter={isFiltered && <Filter />}
        rows={(all) => all}
        empty={
          <Nothing title={t("No products yet.")}>
            {t("Create your first product, then add it to your page as a tile.")}
          </Nothing>
        }
      >
        {(all) => {
          const shown = isFiltered ? filterProducts(all, view, isOnPage) : all;
          return (
            <>
              {saved && problem && isOnPage(saved) === false && (
                <NotOnPageNotice product={saved} problem={problem} />
              )}
              {shown.length > 0 ? (
                <ProductTable products={shown} onDelete={remove} />
              ) : (
                <p className="border-t border-line px-5 py-12 text-center">
                  {t("No matching products. Try a different filter or search.")}
                </p>
              )}
            </>
          );
        }}
      </DataList>
      <RecentlyDeleted kind={deletableProducts} />
    </div>
  );
}

const TYPE_CHOICES = [{ value: "all", label: t("All") } as const, ...PRODUCT_TYPES];

function Filter() {
  const [view, setView] = useUrlState(ProductView);
  const onFilter = (filter: Partial<ProductView>) => setView(filter, { replace: true });
  return (
    <search className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,320px)_180px_180px]">
      <div className="max-sm:col-span-2">
        <SearchField
          placeholder={t("Search by name")}
          search={view.search}
          onSearch={(search) => onFilter({ search })}
        />
      </div>
      <Choice
        label={t("Type")}
        value={view.type}
        options={TYPE_CHOICES}
        onChoose={(type) => onFilter({ type })}
      />
      <Choice
        label={t("Status")}
        value={view.state}
        options={STATE_CHOICES}
        onChoose={(state) => onFilter({ state })}
      />
    </search>
  );
}
