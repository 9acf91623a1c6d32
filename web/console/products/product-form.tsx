import { zodResolver } from "@hookform/resolvers/zod";
import { type FormEvent, useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "sonner";
import { limits } from "../../../contract/limits.ts";
import type { Product, ProductInput } from "../../../contract/products.ts";
import { firstErrorOnly, showFirstComplaint } from "../../lib/form-errors.ts";
import { useUpload } from "../../lib/use-upload.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { DigitalFileField } from "./digital-file-field.tsx";
import { PriceField } from "./price-field.tsx";
import { draftOf, PRODUCT_TYPES, type ProductDraft, ProductForm as Schema } from "./product-draft.ts";
import { useSaveProduct } from "./queries.ts";

const FIELDS = ["name", "description", "priceCents", "type", "digitalFilePath"] as const;
const UPLOAD_RUNNING = "Please wait for the file upload to finish.";

type ProductFormProps = {
  /** The product to change; null to make one. */
  product: Product | null;
  focusAtOnce: boolean;
  onSaved: () => void;
  onCancel: () => void;
};

export function ProductForm({ product, focusAtOnce, onSaved, onCancel }: ProductFormProps) {
  const save = useSaveProduct(product);
  const form = useForm<ProductDraft, unknown, ProductInput>({
    resolver: firstErrorOnly(zodResolver(Schema)),
    defaultValues: draftOf(product),
  });
  const { errors } = form.formState;
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
      form.clearErrors("digitalFilePath");
    },
  });
  const dropFile = () => {
    upload.cancel();
    form.setValue("digitalFilePath", null, { shouldDirty: true });
    setFileName(null);
    form.clearErrors("digitalFilePath");
  };

  const { setFocus } = form;
  useEffect(() => {
    if (focusAtOnce) setFocus("name");
  }, [focusAtOnce, setFocus]);

  const submit = form.handleSubmit(async (input) => {
    try {
      const saved = await save.mutateAsync(input);
      toast.success(`${saved.name} saved.`);
      onSaved();
    } catch (error) {
      showFirstComplaint(form, error, { fields: FIELDS, fallback: "Could not save product." });
    }
  });
  const submitUnlessUploading = (event: FormEvent) => {
    event.preventDefault();
    form.clearErrors();
    if (upload.progress) form.setError("digitalFilePath", { message: UPLOAD_RUNNING });
    else void submit();
  };

  return (
    <form noValidate onSubmit={submitUnlessUploading} className="grid grid-cols-1 gap-5">
      <h2 id="product-form" className="text-xl [overflow-wrap:anywhere]" dir="auto">
        {product ? `Edit ${product.name}` : "New product"}
      </h2>
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
      {errors.root?.message && (
        <Notice tone="bad" role="alert">
          {errors.root.message}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="primary" busy={save.isPending} className="flex-1">
          {save.isPending ? "Saving…" : product ? "Save product" : "Create product"}
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
