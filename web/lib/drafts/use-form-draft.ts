import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { meQuery } from "../session.ts";
import type { FormName } from "./draft-key.ts";
import { loadDraft, removeDraft, saveDraft } from "./draft-store.ts";
import { isPageFailing } from "./page-failure.ts";
import { restorableValues, withKnownFields } from "./restorable-values.ts";

/** Typed values, and the saved ones at that time. */
export type Draft<Values> = { values: Values; base: Values };

type Options<Values> = {
  creatorId: number;
  /** False for a form that is shown beside the form of the draft. */
  restores?: boolean;
} & (
  | { id?: undefined; restore?: Restore<Values> }
  /** The id of the edited item, or null for a new one. It may have been changed elsewhere meanwhile. */
  | { id: number | null; restore: Restore<Values> }
);

/** Applies a draft to the saved values. */
type Restore<Values> = (draft: Draft<Values>) => void;

/**
 * Stores the values of a form when the session ends or the page fails, and restores them when the same creator opens
 * the form again. The form's own `schema` decides whether stored values fit. Returns true while restored values are
 * unsaved. Show a `RestoredNotice` then.
 */
export function useFormDraft<Values extends FieldValues, Context, Output>(
  name: FormName,
  form: UseFormReturn<Values, Context, Output>,
  schema: z.ZodType<unknown, Values>,
  { creatorId, id = null, restore, restores = true }: Options<Values>,
): boolean {
  const { isDirty, defaultValues } = form.formState;
  const [restored] = useState(() => {
    const draft = restores ? loadDraft(name, creatorId) : null;
    const values = draft && restorableValues(schema, draft.values, defaultValues as Values);
    return values && { values, base: withKnownFields(draft.base, defaultValues as Values) };
  });
  const { reset, getValues } = form;
  const putBack = useEffectEvent((draft: Draft<Values>) =>
    restore ? restore(draft) : reset(draft.values, { keepDefaultValues: true }),
  );
  useEffect(() => {
    // After the render, because React may render twice, and the second time must find the draft as well.
    if (restores) removeDraft(name, creatorId);
    if (restored) putBack(restored);
  }, [restored, restores, name, creatorId]);

  const typed = () => (isDirty ? { values: getValues(), base: defaultValues } : null);
  useSaveDraftOnLoss({ name, creatorId, id, typed });
  return restored !== null && isDirty;
}

type SaveOptions = {
  name: FormName;
  creatorId: number;
  id: number | null;
  /** Returns the unsaved values and the saved values they are based on, or null. */
  typed: () => Draft<unknown> | null;
};

/** Stores the values of a form that is unmounted because the session ended, the creator changed or the page failed, but not when it is closed. */
export function useSaveDraftOnLoss({ name, creatorId, id, typed }: SaveOptions): void {
  const queryClient = useQueryClient();
  const draftTyped = useEffectEvent(typed);
  useEffect(
    () => () => {
      const creator = queryClient.getQueryData(meQuery.queryKey);
      if (!isPageFailing() && (creator === undefined || creator?.id === creatorId)) return;
      const draft = draftTyped();
      if (draft !== null) saveDraft(name, { creatorId, id, ...draft });
    },
    [queryClient, name, id, creatorId],
  );
}
