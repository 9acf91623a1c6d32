import { zodResolver } from "@hookform/resolvers/zod";
import { type FormEvent, useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { limits } from "../../../contract/limits.ts";
import { isLinkType, sellsProduct } from "../../../contract/rules.ts";
import { type Tile, TileInput, TileType, tileMessages } from "../../../contract/tiles.ts";
import { firstErrorOnly, showFirstComplaint } from "../../lib/form-errors.ts";
import { useUpload } from "../../lib/use-upload.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useSaveTile } from "./queries.ts";
import { draftOf, TILE_TYPES, type TileDraft, withType } from "./tile-draft.ts";
import { TileImageField } from "./tile-image-field.tsx";
import { TileProductField } from "./tile-product-field.tsx";

const FIELDS = ["title", "description", "imageUrl", "url", "productId"] as const;

type TileFormProps = {
  tile: Tile | null;
  onSaving: (saving: boolean) => void;
  onSaved: () => void;
  onCancel: () => void;
};

export function TileForm({ tile, onSaving, onSaved, onCancel }: TileFormProps) {
  const save = useSaveTile(tile);
  const form = useForm<TileDraft, unknown, TileInput>({
    resolver: firstErrorOnly(zodResolver(TileInput)),
    defaultValues: draftOf(tile),
  });
  const { errors } = form.formState;
  const [type, title, imageUrl] = useWatch({ control: form.control, name: ["type", "title", "imageUrl"] });
  const upload = useUpload({
    purpose: "image",
    failure: "Image upload failed",
    onDone: ({ url }) => form.setValue("imageUrl", url ?? "", { shouldDirty: true }),
  });
  const uploading = upload.progress !== null;
  useEffect(() => {
    if (!uploading) form.clearErrors("imageUrl");
  }, [uploading, form]);

  const submit = form.handleSubmit(async (input) => {
    onSaving(true);
    try {
      await save.mutateAsync(input);
      onSaved();
    } catch (error) {
      showFirstComplaint(form, error, { fields: FIELDS, fallback: "Could not save tile." });
    } finally {
      onSaving(false);
    }
  });
  // The first rule of all: it looks at the upload, which no schema sees.
  const submitUnlessUploading = (event: FormEvent) => {
    event.preventDefault();
    form.clearErrors();
    if (uploading) form.setError("imageUrl", { message: tileMessages.uploadRunning }, { shouldFocus: true });
    else void submit();
  };

  return (
    <form noValidate onSubmit={submitUnlessUploading} className="grid grid-cols-1 gap-5 px-6 pt-5">
      <Field label="Type" help={TILE_TYPES.find((kind) => kind.type === type)?.help}>
        {(control) => (
          <Select
            {...control}
            {...form.register("type", {
              onChange: (event) => {
                const draft = withType(form.getValues(), TileType.parse(event.target.value));
                form.setValue("url", draft.url);
                form.setValue("productId", draft.productId);
                form.clearErrors();
              },
            })}
          >
            {TILE_TYPES.map((kind) => (
              <option key={kind.type} value={kind.type}>
                {kind.label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Title" error={errors.title?.message}>
        {(control) => <Input {...control} maxLength={limits.tileTitle.max} {...form.register("title")} />}
      </Field>
      <Field label="Description" optional error={errors.description?.message}>
        {(control) => (
          <Textarea {...control} maxLength={limits.tileDescription.max} {...form.register("description")} />
        )}
      </Field>
      <TileImageField
        tileId={tile?.id ?? 0}
        title={title}
        imageUrl={imageUrl ?? ""}
        register={form.register("imageUrl")}
        onRemove={() => form.setValue("imageUrl", "", { shouldDirty: true })}
        upload={upload}
        error={errors.imageUrl?.message}
      />
      {isLinkType(type) && (
        <Field label="Destination URL" error={errors.url?.message}>
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://"
              {...form.register("url")}
            />
          )}
        </Field>
      )}
      {sellsProduct(type) && <TileProductField control={form.control} error={errors.productId?.message} />}
      <Switch
        label="Active"
        help="An inactive tile stays on your page, dimmed, and cannot be opened."
        {...form.register("active")}
      />
      {errors.root?.message && (
        <Notice tone="bad" role="alert">
          {errors.root.message}
        </Notice>
      )}
      <div className="sticky bottom-0 -mx-6 flex flex-wrap justify-end gap-2.5 border-t border-line bg-surface px-6 py-4">
        <Button onClick={onCancel} disabled={save.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {save.isPending ? "Saving…" : tile ? "Save tile" : "Add tile"}
        </Button>
      </div>
    </form>
  );
}
