import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { meQuery } from "../session.ts";
import type { FormName } from "./draft-key.ts";
import { loadDraft, removeDraft, saveDraft } from "./draft-store.ts";
import { restorableValues } from "./restorable-values.ts";

type Options = {
  creatorId: number;
  /** The id of what the form changes; null, the default, for something new. */
  id?: number | null;
  /** False for a form that is shown beside the one that the draft belongs to. */
  restores?: boolean;
};

/**
 * Stores the values of a form when the session ends, and fills the form with them once the same creator has signed in
 * again. `schema` is the form's own: it decides whether stored values fit the form. Returns true while restored values
 * are unsaved, which a `RestoredNotice` explains.
 */
export function useFormDraft<Values extends FieldValues, Context, Output>(
  name: FormName,
  form: UseFormReturn<Values, Context, Output>,
  schema: z.ZodType<unknown, Values>,
  { creatorId, id = null, restores = true }: Options,
): boolean {
  const { isDirty, defaultValues } = form.formState;
  const [restored] = useState(() => {
    const draft = restores ? loadDraft(name, creatorId) : null;
    return draft && restorableValues(schema, draft.values, defaultValues as Values);
  });
  const { reset, getValues } = form;
  useEffect(() => {
    // After the render: React may render twice, and the second time must find the draft as well.
    if (restores) removeDraft(name, creatorId);
    if (restored) reset(restored, { keepDefaultValues: true });
  }, [restored, restores, name, creatorId, reset]);

  useSaveDraftOnSignOut({ name, creatorId, id, typed: () => (isDirty ? getValues() : null) });
  return restored !== null && isDirty;
}

type SaveOptions = {
  name: FormName;
  creatorId: number;
  id: number | null;
  /** Returns the values that would be lost; null without any. */
  typed: () => unknown;
};

/** Stores the values of a form that is unmounted because the session ended or is another creator's now, not because it was closed. */
export function useSaveDraftOnSignOut({ name, creatorId, id, typed }: SaveOptions): void {
  const queryClient = useQueryClient();
  const valuesTyped = useEffectEvent(typed);
  useEffect(
    () => () => {
      const creator = queryClient.getQueryData(meQuery.queryKey);
      if (creator === undefined || creator?.id === creatorId) return;
      const values = valuesTyped();
      if (values !== null) saveDraft(name, { creatorId, id, values });
    },
    [queryClient, name, id, creatorId],
  );
}
