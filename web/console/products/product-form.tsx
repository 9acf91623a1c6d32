import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import type { Product } from "../../../contract/api/products.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { Button } from "../../ui/button.tsx";
import { FormErrorNotice, SubmitButton } from "../../ui/form-actions.tsx";
import { SelectField, TextAreaField, TextField } from "../../ui/form-fields.tsx";
import { Switch } from "../../ui/switch.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { RestoredNotice } from "../../widgets/restored-notice.tsx";
import { useCreator } from "../creator-context.ts";
import { ALT_FIELD, ImageDetails } from "../image-details.tsx";
import { DescriptionPreview } from "./description-preview.tsx";
import { DigitalFileField } from "./digital-file-field.tsx";
import { MoreImagesField } from "./more-images-field.tsx";
import { PRODUCT_TYPES, type ProductFormValues, ProductForm as Schema } from "./product-draft.ts";
import { ProductImageField } from "./product-image-field.tsx";
import { ProductLinkField } from "./product-link-field.tsx";
import { PricingFields, SupplyFields } from "./selling-fields.tsx";
import { type Saved, useProductForm } from "./use-product-form.ts";

const FORMATTING_HELP = "Use **bold**, *italic*, lists with -, headings with # and links: [text](https://…).";
const TYPE_OPTIONS = PRODUCT_TYPES.map(({ type, label }) => ({ value: type, label }));

type ProductFormProps = {
  /** The product to edit; null to create one. */
  product: Product | null;
  /** True for the form that a stored draft belongs to. */
  restoresDraft: boolean;
  focusAtOnce: boolean;
  /** Called whenever unsaved changes appear or disappear. */
  onDirty: (dirty: boolean) => void;
  onSaved: (saved: Saved) => void;
  onCancel: () => void;
};

/** Creates or edits a product. */
export function ProductForm(props: ProductFormProps) {
  const { product, restoresDraft, focusAtOnce, onDirty, onSaved, onCancel } = props;
  const state = useProductForm({ product, onSaved });
  const { form, file, image, more, uploading, saving, isDeleted, freeQuestion } = state;
  const { errors, isDirty } = form.formState;
  const values = useWatch({ control: form.control, compute: (all: ProductFormValues) => all });
  const { name, type, priceCents: price, currency, digitalFilePath: filePath, mediaUrl: imageUrl } = values;
  const [isUsed, setUsed] = useState(false);
  const isRestored = useFormDraft("product", form, Schema, {
    creatorId: useCreator().id,
    id: product?.id ?? null,
    restores: restoresDraft,
  });

  const { setFocus } = form;
  useEffect(() => {
    if (focusAtOnce) setFocus("name");
  }, [focusAtOnce, setFocus]);

  const unsaved = isDirty || uploading;
  useEffect(() => {
    onDirty(unsaved);
  }, [unsaved, onDirty]);

  const verb = isDeleted ? "Save as a new product" : product ? "Save product" : "Create product";
  return (
    <form
      noValidate
      onChange={() => setUsed(true)}
      onSubmit={(event) => {
        setUsed(true);
        state.submit(event);
      }}
      className="grid grid-cols-1 gap-5"
    >
      <h2 id="product-form" className="text-xl [overflow-wrap:anywhere]" dir="auto">
        {product ? `Edit ${product.name}` : "New product"}
      </h2>
      {isRestored && <RestoredNotice />}
      <TextField form={form} name="name" label="Name" maxLength={limits.productName.max} />
      <TextAreaField
        form={form}
        name="description"
        label="Description"
        optional
        help={FORMATTING_HELP}
        maxLength={limits.productDescription.max}
      />
      <DescriptionPreview text={values.description} />
      {type !== "tip" && <ProductLinkField form={form} product={product} values={values} />}
      <PricingFields form={form} values={values} />
      <SelectField
        form={form}
        name="type"
        label="Type"
        help={PRODUCT_TYPES.find((kind) => kind.type === type)?.help}
        options={TYPE_OPTIONS}
        onValue={(chosen) => {
          if (chosen !== "digital") file.remove();
        }}
      />
      {type === "digital" && (
        <DigitalFileField
          attached={filePath !== null}
          warns={isUsed}
          fileName={file.name}
          upload={file.upload}
          onRemove={file.remove}
          error={errors.digitalFilePath?.message}
        />
      )}
      <SupplyFields form={form} type={type} currency={currency} />
      <ProductImageField
        productId={product?.id ?? 0}
        name={name}
        imageUrl={imageUrl}
        upload={image.upload}
        onRemove={image.remove}
        error={errors.mediaUrl?.message}
      />
      {imageUrl !== "" && (
        <ImageDetails
          url={imageUrl}
          alt={<TextField form={form} {...ALT_FIELD} name="mediaAlt" />}
          focus={values.mediaFocus}
          onFocus={(focus) => form.setValue("mediaFocus", focus, { shouldDirty: true })}
        />
      )}
      {type !== "tip" && (
        <MoreImagesField
          form={form}
          images={values.moreImages}
          upload={more.upload}
          onChange={(images) => form.setValue("moreImages", images, { shouldDirty: true })}
          error={errors.moreImages?.message}
        />
      )}
      <Switch
        label="Active"
        help="Inactive products are hidden from your page and cannot be bought."
        {...form.register("active")}
      />
      <FormErrorNotice form={form} />
      <div className="flex flex-wrap gap-2.5">
        <SubmitButton busy={saving} busyLabel="Saving…" className="flex-1">
          {verb}
        </SubmitButton>
        <Button onClick={onCancel} disabled={saving} className={product ? "" : "lg:hidden"}>
          Cancel
        </Button>
      </div>
      <ConfirmDialog title="Is this product free?" confirm="Save as free" variant="primary" {...freeQuestion}>
        “{price.trim()}” is not a price. Saved like this, buyers get{" "}
        <strong className="font-semibold text-ink">{name.trim() || "the product"}</strong> for free.
      </ConfirmDialog>
    </form>
  );
}
