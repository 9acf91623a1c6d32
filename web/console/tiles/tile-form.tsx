import { useQuery } from "@tanstack/react-query";
import { type FormEvent, lazy, Suspense, useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { DraftTile } from "../../../contract/api/page-preview.ts";
import { tileMessages } from "../../../contract/api/tile-messages.ts";
import { Tile, TileInput, TileType } from "../../../contract/api/tiles.ts";
import { isBlock, tileTypeRules } from "../../../contract/rules/tile-types.ts";
import { sentence, t } from "../../../contract/texts.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { firstErrorOnly, setFirstApiError } from "../../lib/form-errors.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { keepUnchangedTimes } from "../../lib/time-fields.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/form-fields.tsx";
import { Switch } from "../../ui/switch.tsx";
import { DialogForm } from "../../widgets/form-dialog.tsx";
import { RestoredNotice } from "../../widgets/restored-notice.tsx";
import { UnsavedChangesGuard } from "../../widgets/unsaved-changes-guard.tsx";
import { useCreator } from "../creator-context.ts";
import { ConflictNotice } from "../editing/conflict-notice.tsx";
import { useSavedValues } from "../editing/saved-values.ts";
import type { Pasted } from "./pasted-links.ts";
import { tilesQuery, useSaveTile } from "./queries.ts";
import {
  asksForTip,
  keepUnchangedEvent,
  TILE_FIELDS,
  type TileFormState,
  type TileFormValues,
  TOGETHER,
  titleWith,
  toDraft,
  toFormValues,
  withTip,
  withType,
} from "./tile-draft.ts";
import { TileEventFields } from "./tile-event-fields.tsx";
import { TileScheduleFields, TileSignupFields, TileSizeField } from "./tile-fields.tsx";
import { TileGoalFields } from "./tile-goal-fields.tsx";
import { TileImageField } from "./tile-image-field.tsx";
import { DestinationField, LinkField } from "./tile-link-fields.tsx";
import { TileProductField } from "./tile-product-field.tsx";
import { TileDescriptionField, TileTitleField } from "./tile-text-fields.tsx";
import { TileTipFields } from "./tile-tip-fields.tsx";
import { BLOCK_TYPE_OPTIONS, TILE_TYPE_OPTIONS, TILE_TYPE_TEXTS } from "./tile-type-texts.ts";
import { useTileUploads } from "./use-tile-uploads.ts";

const TileContactFields = lazy(async () => ({
  default: (await import("./tile-contact-fields.tsx")).TileContactFields,
}));
const TileGalleryField = lazy(async () => ({
  default: (await import("./tile-gallery-field.tsx")).TileGalleryField,
}));

const EVENT_FIELDS = ["eventStartsAt", "eventEndsAt", "eventTimeZone", "place", "url", "productId"] as const;

/** The fields of each type. An error of any other field is shown for the whole form. */
const fieldsOf = (type: TileType) => {
  const { needs } = tileTypeRules(type);
  const typeFields =
    type === "signup" ? (["buttonLabel", "consentText"] as const) : type === "event" ? EVENT_FIELDS : [];
  const needed =
    needs !== "url" && needs !== "productId"
      ? []
      : [needs, ...(type === "tip" ? (["tipCents", "tipCurrency"] as const) : [])];
  return [
    "title",
    "description",
    "imageUrl",
    "imageAlt",
    "images",
    ...needed,
    ...typeFields,
    "startsAt",
    "endsAt",
  ] as const;
};

type TileFormProps = {
  tile: Tile | null;
  /** The tile whose values a copy starts with. */
  copyOf?: Tile | undefined;
  /** True where the plan has no room for other tiles. */
  onlyBlocks?: boolean | undefined;
  onSaved: (saved: Tile) => void;
  onDraft: (draft: DraftTile) => void;
  onPreview?: (() => void) | undefined;
  /** Called with several pasted links, or with text beside one that is no link. */
  onLinks: (pasted: Pasted) => void;
};

export function TileForm({
  tile,
  copyOf,
  onlyBlocks = false,
  onSaved,
  onDraft,
  onPreview,
  onLinks,
}: TileFormProps) {
  const { id: creatorId, time_zone: timeZone } = useCreator();
  const form = useForm<TileFormValues, unknown, TileInput>({
    resolver: firstErrorOnly(schemaResolver(TileInput)),
    defaultValues: {
      ...toFormValues(tile ?? copyOf ?? null, timeZone),
      ...(onlyBlocks && { type: "text" as const }),
    },
  });
  const [type, productId] = useWatch({ control: form.control, name: ["type", "productId"] });
  const { needs, hasImage } = tileTypeRules(type);
  const { image, gallery, unfinished } = useTileUploads(form);
  const { data: tiles } = useQuery(tilesQuery);
  const { send, conflict, restore, isDeleted } = useSavedValues<TileFormValues, TileInput, Tile | null>(
    form,
    {
      opened: tile,
      saved: tiles?.find(({ id }) => id === tile?.id),
      schema: Tile,
      toValues: (saved) => toFormValues(saved, timeZone),
      together: TOGETHER,
    },
  );
  const save = useSaveTile(isDeleted ? null : tile);
  const verb = isDeleted ? t("Save as a new tile") : tile ? t("Save tile") : t("Add tile");
  const isRestored = useFormDraft("tile", form, TileInput, { creatorId, id: tile?.id ?? null, restore });
  const unsaved = form.formState.isDirty || unfinished !== null;
  const submit = form.handleSubmit(async (input) => {
    try {
      const saved = await send(
        (read) =>
          save.mutateAsync({
            input: keepUnchangedEvent(keepUnchangedTimes(withTip(input, read), read, timeZone), read),
            read,
          }),
        () => void submit(),
      );
      if (saved) onSaved(saved);
    } catch (error) {
      setFirstApiError(form, error, { fields: fieldsOf(input.type), fallback: t("Could not save tile.") });
    }
  });
  // Check an unfinished upload first, because the schema does not know of it.
  const submitUnlessUploading = (event: FormEvent) => {
    event.preventDefault();
    form.clearErrors();
    if (conflict.ask()) return;
    if (unfinished)
      form.setError(unfinished, { message: sentence(tileMessages.uploadRunning) }, { shouldFocus: true });
    else void submit();
  };

  return (
    <DialogForm
      form={form}
      isUnsaved={unsaved}
      onSubmit={submitUnlessUploading}
      submitLabel={verb}
      notice={<ConflictNotice conflict={conflict} labels={TILE_FIELDS} />}
      action={onPreview && <Button onClick={onPreview}>{t("Preview")}</Button>}
    >
      <DraftReporter form={form} tile={tile} onDraft={onDraft} />
      {isRestored && <RestoredNotice />}
      {!tile && !copyOf && !onlyBlocks && <LinkField form={form} onLinks={onLinks} />}
      <SelectField
        form={form}
        name="type"
        label={t("Type")}
        help={TILE_TYPE_TEXTS[type].help}
        options={onlyBlocks ? BLOCK_TYPE_OPTIONS : TILE_TYPE_OPTIONS}
        onValue={(value) => changeType(form, { former: type, type: TileType.parse(value) })}
      />
      {needs === "productId" && (
        <TileProductField
          form={form}
          ownTip={type === "tip"}
          onChosen={(product, previous) => {
            const title = titleWith(product, { title: form.getValues("title"), previous });
            form.setValue("title", title, { shouldDirty: true });
          }}
        />
      )}
      {asksForTip({ type, productId }, tile) && <TileTipFields form={form} />}
      <TileTitleField form={form} type={type} />
      {needs === "url" && <DestinationField form={form} />}
      {needs === "goal" && <TileGoalFields form={form} />}
      {needs === "contact" && (
        <Suspense>
          <TileContactFields form={form} />
        </Suspense>
      )}
      {type === "event" && <TileEventFields form={form} />}
      {needs === "images" && (
        <Suspense>
          <TileGalleryField form={form} queue={gallery} />
        </Suspense>
      )}
      <TileDescriptionField form={form} type={type} />
      {type === "signup" && <TileSignupFields form={form} />}
      {hasImage && <TileImageField form={form} tileId={tile?.id ?? null} upload={image} />}
      {!isBlock({ type }) && (
        <>
          <TileSizeField form={form} />
          <Switch
            label={t("Active")}
            help={t("An inactive tile stays on your page, dimmed, and cannot be opened.")}
            {...form.register("active")}
          />
        </>
      )}
      <TileScheduleFields form={form} />
      <UnsavedChangesGuard unsaved={unsaved && !save.isPending} />
    </DialogForm>
  );
}

/** Changes the type, and clears the fields that the new one lacks. */
function changeType(form: TileFormState, { former, type }: Record<"former" | "type", TileType>) {
  const { url, productId, size, goal, contact, images } = withType(
    { ...form.getValues(), type: former },
    type,
  );
  form.setValue("url", url);
  form.setValue("productId", productId);
  form.setValue("size", size);
  form.setValue("goal", goal);
  form.setValue("contact", contact);
  form.setValue("images", images);
  form.clearErrors();
}

type DraftReporterProps = { form: TileFormState; tile: Tile | null; onDraft: (draft: DraftTile) => void };

/** Reports each change that can be previewed. A separate component, so that typing renders nothing else. */
function DraftReporter({ form, tile, onDraft }: DraftReporterProps) {
  const values = useWatch({ control: form.control });
  useEffect(() => {
    const content = toDraft(values as TileFormValues);
    if (content) onDraft({ id: tile?.id ?? null, content: withTip(content, tile) });
  }, [values, tile, onDraft]);
  return null;
}
