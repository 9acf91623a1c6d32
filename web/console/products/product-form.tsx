import { type ComponentProps, useLayoutEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import type { Product } from "../../../contract/api/products.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { rich } from "../../lib/rich.ts";
import { useMediaQuery } from "../../lib/use-media-query.ts";
import { Button } from "../../ui/button.tsx";
import { FormErrorNotice, SubmitButton } from "../../ui/form-actions.tsx";
import { TextField } from "../../ui/form-fields.tsx";
import { Name } from "../../ui/name.tsx";
import { ExplainedRadio } from "../../ui/radio-card.tsx";
import { Switch } from "../../ui/switch.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { RestoredNotice } from "../../widgets/restored-notice.tsx";
import { useCreator } from "../creator-context.ts";
import { DescriptionField } from "../descriptions/description-field.tsx";
import { ConflictNotice } from "../editing/conflict-notice.tsx";
import { SaveBar } from "../editing/save-bar.tsx";
import { BESIDE_FORM } from "../preview/use-page-preview.ts";
import { BundleField } from "./bundle-field.tsx";
import { DeliveryDialog } from "./delivery-question.tsx";
import { DescriptionPreview } from "./description-preview.tsx";
import { DigitalFileField } from "./digital-file-field.tsx";
import { Part } from "./form-parts.tsx";
import { MessageFields } from "./message-fields.tsx";
import { OfferFields } from "./offer-fields.tsx";
import {
  freeBy,
  PRODUCT_FIELDS,
  PRODUCT_TYPES,
  type ProductFormValues,
  ProductForm as Schema,
} from "./product-draft.ts";
import { ProductLinkField } from "./product-link-field.tsx";
import { ProductPictures } from "./product-pictures.tsx";
import { ProductPreview } from "./product-preview.tsx";
import { useIsOnPage } from "./put-on-page.tsx";
import { PricingFields, ShippingFields, StockField } from "./selling-fields.tsx";
import { type ProductFormProps, PUT_ON_PAGE, type Saved, useProductForm } from "./use-product-form.ts";

type ProductEditorProps = {
  /** The product to edit; null to create one. */
  product: Product | null;
  /** True if a stored draft belongs to this form. */
  restoresDraft: boolean;
  /** Called whenever unsaved changes appear or disappear. */
  onDirty: (dirty: boolean) => void;
  onSaved: (saved: Saved) => void;
  onCancel: () => void;
};

export function ProductForm({ product, restoresDraft, onDirty, onSaved, onCancel }: ProductEditorProps) {
  const state = useProductForm({ product, onSaved });
  const { form, uploading, questions } = state;
  const { isDirty } = form.formState;
  const values = useWatch({ control: form.control, compute: (all: ProductFormValues) => all });
  const { type } = values;
  const [isUsed, setUsed] = useState(false);
  const isRestored = useFormDraft("product", form, Schema, {
    creatorId: useCreator().id,
    id: product?.id ?? null,
    restore: state.restore,
    restores: restoresDraft,
  });
  const hasPreview = useMediaQuery(BESIDE_FORM) && type !== "tip";

  const unsaved = isDirty || uploading;
  // A layout effect, so that the guard knows of changes before the next key or click.
  useLayoutEffect(() => {
    onDirty(unsaved);
  }, [unsaved, onDirty]);

  const part = { state, product, values };
  const free = freeBy(values);
  const name = <Name>{values.name.trim()}</Name>;
  return (
    <div className={hasPreview ? "grid grid-cols-[minmax(0,1fr)_minmax(0,24rem)] items-start gap-8" : ""}>
      <form
        noValidate
        aria-labelledby="product-form"
        onChange={() => setUsed(true)}
        onSubmit={(event) => {
          setUsed(true);
          state.submit(event);
        }}
        className="grid min-w-0 max-w-3xl grid-cols-1 gap-5"
      >
        {isRestored && <RestoredNotice />}
        <WhatItIs {...part} showsDescription={!hasPreview} />
        <Part title={t("Price")}>
          <PricingFields form={form} values={values} />
          {type !== "tip" && <OfferFields {...part} />}
        </Part>
        {type === "bundle" && (
          <Part title={t("What is in it")}>
            <BundleField {...part} />
          </Part>
        )}
        {type !== "tip" && type !== "bundle" && <Delivery {...part} warns={isUsed} />}
        <MessageFields form={form} values={values} />
        <ProductPictures {...part} />
        <Part title={t("Page")}>
          <Switch
            label={t("Active")}
            help={t("Inactive products are hidden from your page and cannot be bought.")}
            {...form.register("active")}
          />
          {type !== "tip" && <ProductLinkField {...part} />}
        </Part>
        <Buttons state={state} product={product} onCancel={onCancel} />
      </form>
      {hasPreview && <ProductPreview form={form} id={product?.id ?? null} />}
      <ConfirmDialog
        title={t("Is this product free?")}
        confirm={t("Save as free")}
        variant="primary"
        {...questions.free}
      >
        <span>
          {free?.field === "minPriceCents"
            ? rich("With a minimum of {text}, buyers can take {name} for free.", { text: free.text, name })
            : rich("“{text}” is not a price. Saved like this, buyers get {name} for free.", {
                text: free?.text,
                name,
              })}
        </span>
      </ConfirmDialog>
      <DeliveryDialog state={state} name={values.name} {...questions.delivery} />
    </div>
  );
}

/** The type, which decides the other fields, name and description. */
function WhatItIs({ state, values, showsDescription }: ProductFormProps & { showsDescription: boolean }) {
  const { form, file } = state;
  return (
    <Part title={t("What it is")}>
      <fieldset className="grid min-w-0 grid-cols-1 gap-2.5 sm:grid-cols-2">
        <legend className="mb-1.5 font-semibold">{t("Type")}</legend>
        {PRODUCT_TYPES.map(({ value, label, help }) => (
          <ExplainedRadio
            key={value}
            value={value}
            {...form.register("type", {
              onChange: ({ target }) => {
                if (target.value !== "digital") file.remove();
              },
            })}
            label={label}
            about={help}
          />
        ))}
      </fieldset>
      <TextField form={form} name="name" label={t("Name")} maxLength={limits.productName.max} />
      <DescriptionField form={form} name="description" maxLength={limits.productDescription.max} />
      {showsDescription && <DescriptionPreview text={values.description} />}
    </Part>
  );
}

/** Delivery: the file or shipping costs, if any; and the stock, which is the places of a service. */
function Delivery({ state, product, values, warns }: ComponentProps<typeof DigitalFileField>) {
  const { form } = state;
  return (
    <Part title={values.type === "service" ? t("Places") : t("Delivery")}>
      {values.type === "digital" && (
        <DigitalFileField state={state} product={product} values={values} warns={warns} />
      )}
      {values.type === "physical" && <ShippingFields form={form} values={values} />}
      <StockField form={form} values={values} />
    </Part>
  );
}

type ButtonsProps = Pick<ProductFormProps, "state" | "product"> & { onCancel: () => void };

function Buttons({ state, product, onCancel }: ButtonsProps) {
  const { form, saving, isDeleted, conflict } = state;
  const isOnPage = useIsOnPage();
  const verb = isDeleted ? t("Save as a new product") : product ? t("Save product") : t("Create product");
  const cancel = (className: string) => (
    <Button variant="quiet" className={className} onClick={onCancel} disabled={saving}>
      {t("Cancel")}
    </Button>
  );
  return (
    <>
      {/* The bar has one row on a phone. */}
      {cancel("-mb-2 justify-self-start sm:hidden")}
      <SaveBar>
        <ConflictNotice conflict={conflict} labels={PRODUCT_FIELDS} />
        <FormErrorNotice form={form} />
        <div className="flex flex-wrap gap-2.5">
          <SubmitButton busy={saving} busyLabel={t("Saving…")} className="max-sm:px-2! max-sm:text-[14px]!">
            {verb}
          </SubmitButton>
          {(product === null || isDeleted || isOnPage(product) === false) && (
            <Button
              type="submit"
              name={PUT_ON_PAGE}
              busy={saving}
              className="max-sm:px-2! max-sm:text-[14px]!"
            >
              {t("Save and put on page")}
            </Button>
          )}
          {cancel("max-sm:hidden")}
        </div>
      </SaveBar>
    </>
  );
}
