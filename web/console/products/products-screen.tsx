import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Product } from "../../../contract/api/products.ts";
import { loadDraft } from "../../lib/drafts/draft-store.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { DataList } from "../../widgets/data-list.tsx";
import { UnsavedChangesGuard } from "../../widgets/unsaved-changes-guard.tsx";
import { useCreator } from "../creator-context.ts";
import { DeleteDialog } from "../delete-dialog.tsx";
import { ProductForm } from "./product-form.tsx";
import { ProductTable } from "./product-table.tsx";
import { NewProductNotice, useIsOnPage, usePutOnPage } from "./put-on-page.tsx";
import { productsQuery, useDeleteProduct } from "./queries.ts";

/** All products, and the form that creates or edits one: beside the list on wide screens, opened below it on narrow ones. */
export function ProductsScreen() {
  const query = useQuery(productsQuery);
  const products = query.data;
  const form = useProductFormSlot(products);
  const isOnPage = useIsOnPage();
  const [deleting, setDeleting] = useState<Product | null>(null);
  const remove = useDeleteProduct();
  const [deletedId, setDeletedId] = useState<number | null>(null);
  const [createdId, setCreatedId] = useState<number | null>(null);
  const putCreated = usePutOnPage();
  // The control that had the focus may have been removed by each of these.
  const list = useFocusFallback<HTMLDivElement>(`${form.round} ${deletedId} ${putCreated.isSuccess}`);
  const created = products?.find(({ id }) => id === createdId);
  const offered = created && isOnPage(created) === false ? created : null;

  const leftProduct = useRef<number>(undefined);
  const closeForm = (productId: number | undefined) => {
    leftProduct.current = productId;
    form.close();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form that was closed
  useEffect(() => {
    // On narrow screens the form that is hidden now may have been far below its product.
    if (leftProduct.current === undefined || form.section.current?.getClientRects().length !== 0) return;
    const row = list.current?.querySelector(`[data-product="${leftProduct.current}"]`);
    (row ?? list.current)?.scrollIntoView({ block: row ? "center" : "start" });
    leftProduct.current = undefined;
  }, [form.round]);

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)]">
      <div ref={list} className="min-w-0">
        <DataList
          id="product-list"
          title="Your products"
          query={query}
          failure="Couldn't load your products."
          actions={<NewProductButton onClick={() => form.request(null)} />}
          isEmpty={(all) => all.length === 0}
          empty={<NoProducts />}
        >
          {(all) => (
            <>
              {offered && <NewProductNotice product={offered} put={putCreated} />}
              <ProductTable
                products={all}
                editedId={form.edited?.id ?? null}
                offeredId={offered?.id ?? null}
                onEdit={form.request}
                onDelete={setDeleting}
              />
            </>
          )}
        </DataList>
      </div>
      <section
        ref={form.section}
        aria-labelledby="product-form"
        className={`scroll-mt-4 rounded-card border border-line bg-surface p-5 ${form.isOpen ? "" : "max-lg:hidden"}`}
      >
        <ProductForm
          key={form.round}
          product={form.edited}
          restoresDraft={form.restoresDraft}
          focusAtOnce={form.round > 0}
          onDirty={form.setUnsaved}
          onSaved={(saved) => {
            if (saved.isNew) {
              setCreatedId(saved.product.id);
              putCreated.reset();
            }
            if (saved.hasNewerChanges) form.continueWith(saved.product);
            else closeForm(saved.product.id);
          }}
          onCancel={() => closeForm(form.edited?.id)}
        />
      </section>
      <ConfirmDialog
        open={form.requested !== undefined}
        title="Discard your changes?"
        confirm="Discard changes"
        onConfirm={form.discard}
        onClose={form.keep}
      >
        You have unsaved changes in{" "}
        <strong className="font-semibold text-ink">{form.edited?.name ?? "the new product"}</strong>.
      </ConfirmDialog>
      <UnsavedChangesGuard unsaved={form.unsaved} />
      <DeleteDialog
        item={deleting}
        noun="product"
        failure="Could not delete product."
        remove={remove}
        onClose={() => setDeleting(null)}
        onDeleted={({ id }) => {
          setDeletedId(id);
          if (id === form.edited?.id) form.close();
        }}
      >
        {(product) => (
          <>
            <strong className="font-semibold text-ink">{product?.name}</strong> and the tiles that sell it are
            deleted at once. Buyers keep their downloads until they expire.
          </>
        )}
      </DeleteDialog>
    </div>
  );
}

/** Which product is in the form, and the question before unsaved changes are discarded. */
function useProductFormSlot(products: readonly Product[] | undefined) {
  const creatorId = useCreator().id;
  const [edited, setEdited] = useState<Product | null>(null);
  // Each round is a new form: no value of the product before remains in it.
  const [round, setRound] = useState(0);
  // Concerns narrow screens only: on wide ones the form is always shown.
  const [isOpen, setOpen] = useState(false);
  const [unsaved, setUnsaved] = useState(false);
  const [requested, setRequested] = useState<Product | null>();
  const [restoresDraft, setRestoresDraft] = useState(false);
  const [storedDraft, setStoredDraft] = useState(() => loadDraft("product", creatorId));
  const section = useRef<HTMLElement>(null);

  const start = (product: Product | null, options: { open: boolean; restoresDraft?: boolean }) => {
    setRestoresDraft(options.restoresDraft ?? false);
    setEdited(product);
    setOpen(options.open);
    setRound((last) => last + 1);
  };
  if (products && storedDraft) {
    setStoredDraft(null);
    // Deleted in the meantime: the values can be saved as a new product.
    const product = products.find(({ id }) => id === storedDraft.id) ?? null;
    start(product, { open: true, restoresDraft: true });
  }
  const show = (product: Product | null) => {
    setRequested(undefined);
    start(product, { open: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form that was opened
  useEffect(() => {
    if (isOpen) section.current?.scrollIntoView({ block: "start" });
  }, [round, isOpen]);
  return {
    section,
    edited,
    round,
    isOpen,
    unsaved,
    setUnsaved,
    restoresDraft,
    requested,
    request: (product: Product | null) => (unsaved ? setRequested(product) : show(product)),
    discard: () => requested !== undefined && show(requested),
    keep: () => setRequested(undefined),
    close: () => start(null, { open: false }),
    /** Keeps the form as it is, and lets it edit this product from now on. */
    continueWith: setEdited,
  };
}

function NewProductButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="primary" className="lg:hidden" onClick={onClick}>
      New product
    </Button>
  );
}

function NoProducts() {
  return (
    <div className="grid justify-items-center gap-1">
      <p className="font-semibold">No products yet.</p>
      <p className="text-muted">Create your first product, then add it to your page as a tile.</p>
    </div>
  );
}
