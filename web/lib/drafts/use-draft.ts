import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { meQuery } from "../session.ts";
import type { FormName } from "./draft-key.ts";
import { removeDraft, type StoredDraft, saveDraft } from "./draft-store.ts";

type Options<Values> = {
  name: FormName;
  /** The creator who fills in the form. */
  creatorId: number;
  /** The id of what the form changes; null for something new. */
  id: number | null;
  schema: z.ZodType<Values>;
  /** The stored draft of this form. */
  storedDraft: StoredDraft | null;
};

/**
 * Stores the values of a form when the session ends, and restores them once the same creator has signed in again.
 * Returns true when it restored some.
 */
export function useDraft<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  { name, creatorId, id, schema, storedDraft }: Options<Values>,
): boolean {
  const { isDirty } = form.formState;
  const dirty = useRef(isDirty);
  useEffect(() => {
    dirty.current = isDirty;
  }, [isDirty]);

  const [typed] = useState(() => (storedDraft ? (schema.safeParse(storedDraft.values).data ?? null) : null));
  const { reset, getValues } = form;
  useEffect(() => {
    if (typed === null) return;
    reset(typed, { keepDefaultValues: true });
    removeDraft(name);
  }, [typed, name, reset]);

  useSaveDraftOnSignOut({ name, creatorId, id, typed: () => (dirty.current ? getValues() : null) });
  return typed !== null;
}

type SaveOptions = Pick<Options<unknown>, "name" | "creatorId" | "id"> & {
  /** Returns the values that would be lost; null without any. */
  typed: () => unknown;
};

/** Stores the values of a form that is unmounted because the session ended, not because it was closed. */
export function useSaveDraftOnSignOut({ name, creatorId, id, typed }: SaveOptions): void {
  const queryClient = useQueryClient();
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });
  useEffect(
    () => () => {
      if (queryClient.getQueryData(meQuery.queryKey) !== null) return;
      const values = latest.current();
      if (values !== null) saveDraft(name, { creatorId, id, values });
    },
    [queryClient, name, id, creatorId],
  );
}
