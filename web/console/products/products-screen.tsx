import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Product } from "../../../contract/products.ts";
import { loadDraft, type StoredDraft } from "../../lib/drafts/draft-store.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { UnsavedChangesGuard } from "../../widgets/unsaved-changes-guard.tsx";
import { useCreator } from "../creator-context.ts";
import { useFocusAfterDelete } from "../focus-after-delete.ts";
import { DeleteProductDialog } from "./delete-product-dialog.tsx";
import { ProductForm } from "./product-form.tsx";
import { ProductTable } from "./product-table.tsx";
import { productsQuery } from "./queries.ts";

/** The form that makes or changes a product, and all products. */
export function ProductsScreen() {
  usePageTitle("Products");
  const { data: products, isError, refetch } = useQuery(productsQuery);
  const [edited, setEdited] = useState<Product | null>(null);
  const [deleting, setDeleting] = useState<Product | null>(null);
  // A new round is a new form: nothing of the last product can stay behind in it.
  const [round, setRound] = useState(0);
  const form = useRef<HTMLElement>(null);
  const [heading, focusHeading] = useFocusAfterDelete();
  const [unsaved, setUnsaved] = useState(false);
  const [requested, setRequested] = useState<Product | null>(null);

  const creatorId = useCreator().id;
  const [storedDraft, setStoredDraft] = useState<StoredDraft | null>(null);
  const [previousDraft, setPreviousDraft] = useState(() => loadDraft("product", creatorId));

  const startRound = (product: Product | null, typed: StoredDraft | null = null) => {
    setStoredDraft(typed);
    setEdited(product);
    setRound((last) => last + 1);
  };
  const edit = (product: Product) => {
    setRequested(null);
    startRound(product);
    form.current?.scrollIntoView({ block: "start" });
  };

  if (products && previousDraft) {
    setPreviousDraft(null);
    startRound(products.find(({ id }) => id === previousDraft.id) ?? null, previousDraft);
  }

  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Products</h1>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,400px)_minmax(0,1fr)]">
        <section
          ref={form}
          aria-labelledby="product-form"
          className="scroll-mt-4 rounded-card border border-line bg-surface p-5"
        >
          <ProductForm
            key={round}
            product={edited}
            storedDraft={storedDraft}
            focusAtOnce={round > 0}
            onDirty={setUnsaved}
            onSaved={() => startRound(null)}
            onCancel={() => startRound(null)}
          />
        </section>
        <section
          aria-labelledby="product-list"
          className="overflow-hidden rounded-card border border-line bg-surface"
        >
          <h2 id="product-list" ref={heading} tabIndex={-1} className="px-5 py-4 text-xl">
            Your products
          </h2>
          {products ? (
            <ProductTable
              products={products}
              editedId={edited?.id ?? null}
              onEdit={(product) => (unsaved ? setRequested(product) : edit(product))}
              onDelete={setDeleting}
            />
          ) : isError ? (
            <div className="px-5 pb-5">
              <Alert
                tone="bad"
                role="alert"
                action={<Button onClick={() => void refetch()}>Try again</Button>}
              >
                Your products could not be loaded.
              </Alert>
            </div>
          ) : (
            <LoadingRows />
          )}
        </section>
      </div>
      <ConfirmDialog
        open={requested !== null}
        title="Discard your changes?"
        confirm="Discard changes"
        onConfirm={() => requested && edit(requested)}
        onClose={() => setRequested(null)}
      >
        What you changed in{" "}
        <strong className="font-semibold text-ink">{edited?.name ?? "the new product"}</strong> is not saved.
      </ConfirmDialog>
      <UnsavedChangesGuard unsaved={unsaved} />
      <DeleteProductDialog
        product={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={(product) => {
          setDeleting(null);
          if (product.id === edited?.id) startRound(null);
          focusHeading();
        }}
      />
    </>
  );
}

function LoadingRows() {
  return (
    <div role="status" aria-label="Loading products" className="grid gap-5 border-t border-line p-5">
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex items-center gap-4">
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-5 w-2/3 rounded-md" />
            <Skeleton className="h-4 w-1/3 rounded-md" />
          </div>
          <Skeleton className="h-9 w-24 rounded-control" />
        </div>
      ))}
    </div>
  );
}
