import { useMutation } from "@tanstack/react-query";
import { CheckIcon } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from "react-hook-form";
import type { z } from "zod";
import { t } from "../../../contract/texts.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { setApiErrors } from "../../lib/form-errors.ts";
import { rich } from "../../lib/rich.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { Button } from "../../ui/button.tsx";
import { FormErrorNotice } from "../../ui/form-actions.tsx";
import type { FieldOf } from "../../ui/form-fields.tsx";
import { RestoredNotice } from "../../widgets/restored-notice.tsx";
import { useCreator } from "../creator-context.ts";
import { ConflictNotice } from "../editing/conflict-notice.tsx";
import { resetToSaved, useSavedValues } from "../editing/saved-values.ts";
import { type SectionId, titlesOf } from "./sections.ts";
import { useSettingsPage } from "./settings-page.tsx";

type SectionOptions<Values, Entity> = {
  /** The fields with their labels, in order. */
  fields: Readonly<Record<keyof Values & string, string>>;
  saved: Entity;
  /** A server response with the saved values. */
  entity: z.ZodType<Entity>;
  toValues: (entity: Entity) => Values;
};

/** The form of a section. It follows changes that are saved elsewhere. */
export function useSectionForm<Values extends FieldValues, Input, Entity>(
  schema: z.ZodType<Input, Values>,
  { fields, saved, entity, toValues }: SectionOptions<Values, Entity>,
) {
  const form = useForm<Values, unknown, Input>({
    resolver: schemaResolver(schema),
    defaultValues: toValues(saved) as DefaultValues<Values>,
  });
  const field = (name: keyof Values & string): Pick<FieldOf<Values>, "form" | "name" | "label"> => ({
    form,
    name: name as FieldPath<Values>,
    label: fields[name],
  });
  const following = useSavedValues(form, { opened: saved, saved, schema: entity, toValues });
  return { form, field, fields, schema, toValues, ...following };
}

export type SectionFormProps<Values extends FieldValues, Input, Entity> = {
  id: SectionId;
  section: ReturnType<typeof useSectionForm<Values, Input, Entity>>;
  /** Sends the changes with the values they are based on. Resolves to the saved values. */
  save: (input: Input, read: Entity) => Promise<Entity>;
  /** Opens the dashboard after a save. */
  leaves?: boolean;
  /** True while nothing of the section is saved. */
  isNew?: boolean;
  /** The field that is still being uploaded or checked. */
  waitsFor?: { name: FieldPath<Values>; message: string } | null;
  /** Asks before it calls `send`. */
  ask?: (input: Input, send: () => void) => void;
  children: ReactNode;
};

/** A section with fields, saved by itself. It reports unsaved changes to the page. */
export function SectionForm<Values extends FieldValues, Input, Entity>(
  props: SectionFormProps<Values, Input, Entity>,
) {
  const { id, section, waitsFor = null, ask = (_input, send) => send() } = props;
  const { form, fields, schema, conflict, restore } = section;
  const { unsaved, leavesAfter, report, stay } = useSettingsPage();
  const isRestored = useFormDraft(`settings-${id}`, form, schema, { creatorId: useCreator().id, restore });
  const { isSaving, hasSaved, send } = useSend(props);
  const { isDirty } = form.formState;
  const isUnsaved = isDirty || waitsFor !== null;
  // A layout effect, so that the page knows of changes before the next key or click leaves it.
  useLayoutEffect(() => {
    report(id, isUnsaved);
    return () => report(id, false);
  }, [id, isUnsaved, report]);
  useEffect(() => {
    // Leaving would discard changes made after the save.
    if (leavesAfter !== null && isUnsaved) stay();
  }, [leavesAfter, isUnsaved, stay]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.clearErrors("root");
    if (conflict.ask()) return;
    if (waitsFor) form.setError(waitsFor.name, waitsFor, { shouldFocus: true });
    else if (!isSaving && leavesAfter === null)
      void form.handleSubmit((input) => ask(input, () => void send(input)))();
  };
  const names = Object.entries(fields).flatMap(([name, label]) =>
    name === waitsFor?.name || form.getFieldState(name as FieldPath<Values>, form.formState).isDirty
      ? [label]
      : [],
  );
  // Without unsaved changes, the first section of the page has the button.
  const hasButton = isUnsaved || isSaving || leavesAfter === id || (id === "profile" && unsaved.length === 0);
  const state = useFocusFallback<HTMLParagraphElement>(hasButton);
  return (
    <form noValidate onSubmit={submit} className="grid min-w-0 grid-cols-1 gap-5">
      {isRestored && <RestoredNotice />}
      {props.children}
      <ConflictNotice conflict={conflict} labels={fields} />
      <FormErrorNotice form={form} />
      <div className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4 sm:-mb-2">
        <p
          ref={state}
          id={`${id}-state`}
          tabIndex={-1}
          className="flex items-center gap-1.5 text-sm text-muted"
        >
          {isUnsaved ? (
            t("Not saved yet: {fields}", { fields: names.join(", ") })
          ) : props.isNew ? (
            t("Nothing saved yet")
          ) : hasSaved ? (
            <>
              <CheckIcon size={16} className="text-good" />
              <span>{t("Saved")}</span>
            </>
          ) : (
            t("No unsaved changes")
          )}
        </p>
        {hasButton && (
          <Button
            type="submit"
            variant="primary"
            busy={isSaving || leavesAfter === id}
            aria-describedby={`${id}-title ${id}-state`}
          >
            <span>
              {isSaving
                ? t("Saving…")
                : leavesAfter === id
                  ? t("Saved")
                  : unsaved.length > 1
                    ? rich("Save changes<hidden> of {section}</hidden>", {
                        section: titlesOf([id]),
                        hidden: (inside) => <span className="sr-only">{inside}</span>,
                      })
                    : t("Save changes")}
            </span>
          </Button>
        )}
      </div>
    </form>
  );
}

function useSend<Values extends FieldValues, Input, Entity>({
  id,
  section: { form, fields, toValues, send: sendChange },
  save,
  leaves = false,
}: SectionFormProps<Values, Input, Entity>) {
  const { finish } = useSettingsPage();
  const [isSaving, setIsSaving] = useState(false);
  const [hasSaved, setHasSaved] = useState(false);
  const { mutateAsync } = useMutation({
    mutationFn: ({ input, read }: { input: Input; read: Entity }) => save(input, read),
    // Requests run one after another, because each contains the result of the one before.
    ...(leaves ? { scope: { id: "profile" } } : {}),
  });
  const send = async (input: Input) => {
    const sent = form.getValues();
    setIsSaving(true);
    try {
      const saved = await sendChange(
        (read) => mutateAsync({ input, read }),
        () => void form.handleSubmit(send)(),
      );
      if (saved !== undefined) {
        resetToSaved(form, toValues(saved), sent);
        setHasSaved(true);
        finish(id, { leaves });
      }
    } catch (error) {
      setApiErrors(form, error, {
        fields: Object.keys(fields) as FieldPath<Values>[],
        fallback: t("Unable to save changes."),
      });
    }
    setIsSaving(false);
  };
  return { isSaving, hasSaved, send };
}
