import { zodResolver } from "@hookform/resolvers/zod";
import { type FormEvent, useEffect, useLayoutEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { limits } from "../../../contract/limits.ts";
import { isLinkType, sellsProduct } from "../../../contract/rules.ts";
import { type Tile, TileInput, TileType, tileMessages } from "../../../contract/tiles.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { firstErrorOnly, setFirstApiError } from "../../lib/form-errors.ts";
import { useUpload } from "../../lib/use-upload.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { RestoredNotice } from "../../widgets/restored-notice.tsx";
import { UnsavedChangesGuard } from "../../widgets/unsaved-changes-guard.tsx";
import { useCreator } from "../creator-context.ts";
import { isNotFound } from "../ignore-not-found.ts";
import { useSaveTile } from "./queries.ts";
import { TILE_TYPES, type TileFormValues, toFormValues, withType } from "./tile-draft.ts";
import { TileImageField } from "./tile-image-field.tsx";
import { TileProductField } from "./tile-product-field.tsx";

/** The fields there are for a type: a complaint about any other has no place but the form's error line. */
const fieldsOf = (type: TileType) =>
  (["title", "description", "imageUrl", "url", "productId"] as const).filter(
    (field) => (field !== "url" || isLinkType(type)) && (field !== "productId" || sellsProduct(type)),
  );

type TileFormProps = {
  tile: Tile | null;
  /** Told whenever there comes to be something unsaved, or no more. */
  onDirty: (dirty: boolean) => void;
  onSaving: (saving: boolean) => void;
  onSaved: () => void;
  onCancel: () => void;
};

export function TileForm({ tile, onDirty, onSaving, onSaved, onCancel }: TileFormProps) {
  // Deleted elsewhere while it was changed here: what was typed can still become a new one.
  const [isDeleted, setIsDeleted] = useState(false);
  const save = useSaveTile(isDeleted ? null : tile);
  const verb = isDeleted ? "Save as a new tile" : tile ? "Save tile" : "Add tile";
  const form = useForm<TileFormValues, unknown, TileInput>({
    resolver: firstErrorOnly(zodResolver(TileInput)),
    defaultValues: toFormValues(tile),
  });
  const { errors, isDirty } = form.formState;
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

  const creatorId = useCreator().id;
  const isRestored = useFormDraft("tile", form, TileInput, { creatorId, id: tile?.id ?? null });
  const unsaved = isDirty || uploading;
  // Before anything else can be clicked: a click beside the dialog must find it told.
  useLayoutEffect(() => {
    onDirty(unsaved);
  }, [unsaved, onDirty]);

  const submit = form.handleSubmit(async (input) => {
    onSaving(true);
    try {
      await save.mutateAsync(input);
      onSaved();
    } catch (error) {
      if (tile && isNotFound(error)) setIsDeleted(true);
      setFirstApiError(form, error, { fields: fieldsOf(input.type), fallback: "Could not save tile." });
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
      {isRestored && <RestoredNotice />}
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
      {/* The complaint stays in sight with the button, wherever in the form Enter was pressed. */}
      <div className="sticky bottom-0 -mx-6 grid grid-cols-1 gap-3 border-t border-line bg-surface px-6 py-4">
        {errors.root?.message && (
          <Alert tone="bad" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={onCancel} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {save.isPending ? "Saving…" : verb}
          </Button>
        </div>
      </div>
      <UnsavedChangesGuard unsaved={unsaved && !save.isPending} />
    </form>
  );
}
