import { zodResolver } from "@hookform/resolvers/zod";
import { type FormEvent, useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "sonner";
import { limits } from "../../../contract/limits.ts";
import type { Product, ProductInput } from "../../../contract/products.ts";
import type { StoredDraft } from "../../lib/drafts/draft-store.ts";
import { useDraft } from "../../lib/drafts/use-draft.ts";
import { firstErrorOnly, setFirstApiError } from "../../lib/form-errors.ts";
import { useUpload } from "../../lib/use-upload.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { FormError } from "../../ui/form-error.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { RestoredNotice } from "../../widgets/restored-notice.tsx";
import { useCreator } from "../creator-context.ts";
import { isNotFound } from "../ignore-not-found.ts";
import { DigitalFileField } from "./digital-file-field.tsx";
import { PriceField } from "./price-field.tsx";
import {
  PRODUCT_TYPES,
  ProductDraft,
  type ProductFormValues,
  ProductForm as Schema,
  toFormValues,
} from "./product-draft.ts";
import { useSaveProduct } from "./queries.ts";

const FIELDS = ["name", "description", "priceCents", "type", "digitalFilePath"] as const;
const UPLOAD_RUNNING = "Please wait for the file upload to finish.";

type ProductFormProps = {
  /** The product to change; null to make one. */
  product: Product | null;
  /** What had been typed when the session ended. */
  storedDraft: StoredDraft | null;
  focusAtOnce: boolean;
  /** Told whenever there comes to be something unsaved, or no more. */
  onDirty: (dirty: boolean) => void;
  onSaved: () => void;
  onCancel: () => void;
};

export function ProductForm({
  product,
  storedDraft,
  focusAtOnce,
  onDirty,
  onSaved,
  onCancel,
}: ProductFormProps) {
  // Deleted elsewhere while it was changed here: what was typed can still become a new one.
  const [isDeleted, setIsDeleted] = useState(false);
  const save = useSaveProduct(isDeleted ? null : product);
  const verb = isDeleted ? "Save as a new product" : product ? "Save product" : "Create product";
  const form = useForm<ProductFormValues, unknown, ProductInput>({
    resolver: firstErrorOnly(zodResolver(Schema)),
    defaultValues: toFormValues(product),
  });
  const { errors, isDirty } = form.formState;
  const [type, price, filePath] = useWatch({
    control: form.control,
    name: ["type", "priceCents", "digitalFilePath"],
  });
  const [fileName, setFileName] = useState<string | null>(null);
  const upload = useUpload({
    purpose: "digital",
    failure: "File upload failed",
    onDone: ({ path }, file) => {
      form.setValue("digitalFilePath", path, { shouldDirty: true });
      setFileName(file.name);
    },
  });
  const uploading = upload.progress !== null;
  useEffect(() => {
    if (!uploading) form.clearErrors("digitalFilePath");
  }, [uploading, form]);
  const dropFile = () => {
    upload.cancel();
    form.setValue("digitalFilePath", null, { shouldDirty: true });
    setFileName(null);
    form.clearErrors("digitalFilePath");
  };

  const isRestored = useDraft(form, {
    name: "product",
    creatorId: useCreator().id,
    id: product?.id ?? null,
    schema: ProductDraft,
    storedDraft,
  });

  const { setFocus } = form;
  useEffect(() => {
    if (focusAtOnce) setFocus("name");
  }, [focusAtOnce, setFocus]);

  const unsaved = isDirty || uploading;
  useEffect(() => {
    onDirty(unsaved);
  }, [unsaved, onDirty]);

  const submit = form.handleSubmit(async (input) => {
    try {
      const saved = await save.mutateAsync(input);
      toast.success(`${saved.name} saved.`);
      onSaved();
    } catch (error) {
      if (product && isNotFound(error)) setIsDeleted(true);
      setFirstApiError(form, error, { fields: FIELDS, fallback: "Could not save product." });
    }
  });
  const submitUnlessUploading = (event: FormEvent) => {
    event.preventDefault();
    form.clearErrors();
    if (uploading) form.setError("digitalFilePath", { message: UPLOAD_RUNNING });
    else void submit();
  };

  return (
    <form noValidate onSubmit={submitUnlessUploading} className="grid grid-cols-1 gap-5">
      <h2 id="product-form" className="text-xl [overflow-wrap:anywhere]" dir="auto">
        {product ? `Edit ${product.name}` : "New product"}
      </h2>
      {isRestored && unsaved && <RestoredNotice />}
      <Field label="Name" error={errors.name?.message}>
        {(control) => <Input {...control} maxLength={limits.productName.max} {...form.register("name")} />}
      </Field>
      <Field label="Description" optional error={errors.description?.message}>
        {(control) => (
          <Textarea
            {...control}
            maxLength={limits.productDescription.max}
            {...form.register("description")}
          />
        )}
      </Field>
      <PriceField
        register={form.register("priceCents")}
        price={price}
        currency={product?.currency}
        error={errors.priceCents?.message}
      />
      <Field
        label="Type"
        help={PRODUCT_TYPES.find((kind) => kind.type === type)?.help}
        error={errors.type?.message}
      >
        {(control) => (
          <Select
            {...control}
            {...form.register("type", {
              onChange: (event) => {
                if (event.target.value !== "digital") dropFile();
              },
            })}
          >
            {PRODUCT_TYPES.map((kind) => (
              <option key={kind.type} value={kind.type}>
                {kind.label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {type === "digital" && (
        <DigitalFileField
          attached={filePath !== null}
          fileName={fileName}
          upload={upload}
          onRemove={dropFile}
          error={errors.digitalFilePath?.message}
        />
      )}
      <Switch
        label="Active"
        help="Active products appear on your page; inactive ones are hidden."
        {...form.register("active")}
      />
      {errors.root?.message && <FormError>{errors.root.message}</FormError>}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="primary" busy={save.isPending} className="flex-1">
          {save.isPending ? "Saving…" : verb}
        </Button>
        {product && (
          <Button onClick={onCancel} disabled={save.isPending}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
