import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router";
import type { Product } from "../../../contract/api/products.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { errorMessage } from "../../lib/api.ts";
import { loadDraft } from "../../lib/drafts/draft-store.ts";
import { KEEPS_FORM } from "../../lib/unsaved-changes.ts";
import { Button } from "../../ui/button.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { UnsavedChangesGuard } from "../../widgets/unsaved-changes-guard.tsx";
import { useCreator } from "../creator-context.ts";
import { useDelete } from "../deletion/use-delete.ts";
import { FreeCopyDialog } from "./free-copy-dialog.tsx";
import { ProductForm } from "./product-form.tsx";
import type { PutProblem } from "./put-on-page.tsx";
import { deletableProducts, productsQuery } from "./queries.ts";

/** Information for the list about the product that was left. */
export type LeftProduct = { id: number | null; problem: PutProblem | null };

const NEW = "new";

export function ProductScreen() {
  const { id = NEW } = useParams();
  const [continued, setContinued] = useState<{ id: string; key: string } | null>(null);
  // Each visit to a new product begins with an empty form.
  const { key: visit } = useLocation();
  const key = continued?.id === id ? continued.key : id === NEW ? visit : id;
  const navigate = useNavigate();
  /** A product saved during further changes keeps its form and gets its URL. */
  const continueAs = (product: Product) => {
    setContinued({ id: String(product.id), key });
    void navigate(paths.editProduct(product.id), { replace: true, state: KEEPS_FORM });
  };
  return (
    <>
      <Link to={paths.products()} className="link flex min-h-11 items-center justify-self-start">
        {t("All products")}
      </Link>
      <OpenedProduct key={key} id={id} onContinue={continueAs} />
    </>
  );
}

type OpenedProductProps = { id: string; onContinue: (product: Product) => void };

function OpenedProduct({ id, onContinue }: OpenedProductProps) {
  const isNew = id === NEW;
  const creatorId = useCreator().id;
  const { data, error, isFetching, refetch } = useQuery({ ...productsQuery, enabled: !isNew });
  const [draft] = useState(() => loadDraft("product", creatorId));
  const restoresDraft = draft !== null && String(draft.id ?? NEW) === id;
  // Keep the product that the form was opened with: it may change or be deleted elsewhere.
  const [opened, setOpened] = useState<Product | null | undefined>(isNew ? null : undefined);
  const found = data?.find((product) => String(product.id) === id);
  if (opened === undefined && found) setOpened(found);
  // Deleted meanwhile: the values can be saved as a new product.
  else if (opened === undefined && data && !isFetching && restoresDraft) setOpened(null);

  if (opened !== undefined)
    return (
      <Editor
        product={opened}
        restoresDraft={restoresDraft}
        onContinue={(saved) => {
          setOpened(saved);
          onContinue(saved);
        }}
      />
    );
  return (
    <>
      <PageTitle>{t("Product")}</PageTitle>
      <h1 className="text-3xl sm:text-4xl">{t("Product")}</h1>
      {error ? (
        <LoadFailure onRetry={refetch}>{errorMessage(error, t("Couldn't load this product."))}</LoadFailure>
      ) : data && !isFetching ? (
        <p>{t("This product doesn't exist, or it isn't yours.")}</p>
      ) : (
        <div role="status" aria-label={t("Loading product")} className="grid gap-4">
          <Skeleton className="h-80 rounded-card" />
          <Skeleton className="h-48 rounded-card" />
        </div>
      )}
    </>
  );
}

type EditorProps = {
  product: Product | null;
  restoresDraft: boolean;
  /** Called with a saved product whose form has further changes, which now apply to that product. */
  onContinue: (product: Product) => void;
};

function Editor({ product, restoresDraft, onContinue }: EditorProps) {
  const [unsaved, setUnsaved] = useState(false);
  const [isGiving, setGiving] = useState(false);
  const [left, setLeft] = useState<LeftProduct | null>(null);
  const remove = useDelete(deletableProducts);
  const navigate = useNavigate();
  // After the guard below knows that nothing is unsaved.
  useEffect(() => {
    if (left) void navigate(paths.products(), { state: left });
  }, [left, navigate]);
  const title = product ? t("Edit {name}", { name: product.name }) : t("New product");
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 id="product-form" className="text-3xl [overflow-wrap:anywhere] sm:text-4xl" dir="auto">
          {title}
        </h1>
        {product && (
          <div className="-mx-3 flex flex-wrap">
            {product.type === "digital" && product.digital_file_path !== null && (
              <Button variant="quiet" className="px-3!" onClick={() => setGiving(true)}>
                {t("Give a free copy")}
              </Button>
            )}
            <Button
              variant="quiet"
              className="px-3!"
              onClick={() => {
                remove(product);
                setLeft({ id: null, problem: null });
              }}
            >
              {t("Delete product")}
            </Button>
          </div>
        )}
      </div>
      {product && <FreeCopyDialog product={product} isOpen={isGiving} onClose={() => setGiving(false)} />}
      <ProductForm
        product={product}
        restoresDraft={restoresDraft}
        onDirty={setUnsaved}
        onSaved={({ product: saved, problem, hasNewerChanges }) => {
          if (hasNewerChanges) onContinue(saved);
          else setLeft({ id: saved.id, problem });
        }}
        // The guard asks, as for every other way to leave.
        onCancel={() => void navigate(paths.products(), { state: { id: product?.id ?? null } })}
      />
      <UnsavedChangesGuard unsaved={unsaved && left === null} />
    </>
  );
}
