import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { meQuery } from "../session.ts";
import type { FormName } from "./draft-key.ts";
import { removeDraft, type StoredDraft, saveDraft } from "./draft-store.ts";

type Options<Values> = {
  name: FormName;
  /** Who types. */
  creatorId: number;
  /** What the form changes; null for something new. */
  id: number | null;
  schema: z.ZodType<Values>;
  /** What was kept for this form, if anything. */
  storedDraft: StoredDraft | null;
};

/**
 * Keeps what is typed when the session ends under it, and fills it in again once the same person is back.
 * True when it did.
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
  /** What would be lost; null when nothing would. */
  typed: () => unknown;
};

/** Keeps what was typed when the form goes because nobody is signed in any more, not because somebody closed it. */
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
