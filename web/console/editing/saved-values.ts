import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { ApiError } from "../../lib/api.ts";
import type { Draft } from "../../lib/drafts/use-form-draft.ts";
import { isNotFound } from "./ignore-not-found.ts";

type Options<Values, Entity> = {
  /** The values that the form was opened with. */
  opened: Entity;
  /** The saved values as this tab knows them, or undefined. */
  saved: Entity | undefined;
  /** A server response with the saved values. */
  schema: z.ZodType<Entity>;
  toValues: (entity: Entity) => Values;
  /** Groups of fields that depend on each other. Changes of different fields of a group are in conflict, too. */
  together?: readonly (readonly (keyof Values)[])[];
};

/** Fields that were changed both here and elsewhere; the user chooses. */
export type Conflict = {
  /** The names of the fields, with the values saved elsewhere. */
  fields: readonly { name: string; theirs: unknown }[];
  notice: RefObject<HTMLDivElement | null>;
  /** Scrolls to the question. Returns false if there is none. */
  ask: () => boolean;
  keepMine: () => void;
  takeTheirs: () => void;
};

/**
 * Keeps a form up to date with values that another form, tab or device saves meanwhile. Unchanged fields follow them;
 * fields that were changed on both sides are in conflict.
 */
export function useSavedValues<Values extends FieldValues, Output, Entity>(
  form: UseFormReturn<Values, unknown, Output>,
  { opened, saved, schema, toValues, together = [] }: Options<Values, Entity>,
) {
  const base = useRef(opened);
  const [isDeleted, setDeleted] = useState(false);
  const isSaving = useRef(false);
  const notice = useRef<HTMLDivElement>(null);
  const [names, setNames] = useState<readonly (keyof Values)[]>([]);

  const mustAsk = useRef(false);
  useEffect(() => {
    if (names.length > 0 && mustAsk.current) focusFirstButton(notice);
    mustAsk.current = false;
  }, [names]);
  const ask = () => {
    focusFirstButton(notice);
    return names.length > 0;
  };
  /** Merges saved values into the form. Returns true if the user has nothing to choose. */
  const follow = (next: Entity): boolean => {
    const values = { before: toValues(base.current), after: toValues(next), mine: form.getValues() };
    base.current = next;
    if (isSame(values.before, values.after)) return names.length === 0;
    return merge(values);
  };
  const merge = ({ before, after, mine }: Versions<Values>): boolean => {
    const found = fieldsInConflict({ before, after, mine }, together);
    const isStillOpen = (name: keyof Values) => names.includes(name) && !isSame(after[name], mine[name]);
    const open = Object.keys(after).filter((name) => found.includes(name) || isStillOpen(name));
    const isKept = (name: keyof Values) => found.includes(name) || !isSame(mine[name], before[name]);
    form.reset(after);
    form.reset(pick(mine, isKept, after), { keepDefaultValues: true });
    setNames(open);
    return open.length === 0;
  };
  /** Applies a draft to the saved values, as if it had been on the screen all the time. */
  const restore = ({ base: before, values: mine }: Draft<Values>) =>
    void merge({ before, after: toValues(base.current), mine });
  const followUnlessSaving = useEffectEvent(() => {
    if (saved !== undefined && !isSaving.current) follow(saved);
  });
  useEffect(() => {
    if (saved !== undefined) followUnlessSaving();
  }, [saved]);

  /** Sends a change with the values it is based on, and returns the saved values. If they were changed elsewhere, returns undefined, and calls `again` unless the user must choose. */
  const send = async <Saved extends Entity>(
    request: (current: Entity) => Promise<Saved>,
    again: () => void,
  ): Promise<Saved | undefined> => {
    isSaving.current = true;
    try {
      const result = await request(base.current);
      base.current = result;
      setDeleted(false);
      return result;
    } catch (error) {
      const changed = currentOf(error, schema);
      if (opened !== null && isNotFound(error)) setDeleted(true);
      if (!changed) throw error;
      mustAsk.current = true;
      if (follow(changed.current)) again();
      return undefined;
    } finally {
      isSaving.current = false;
    }
  };
  const theirs = toValues(base.current);
  const conflict: Conflict = {
    fields: names.map((name) => ({ name: String(name), theirs: theirs[name] })),
    notice,
    ask,
    keepMine: () => setNames([]),
    takeTheirs: () => {
      form.reset(
        pick(theirs, (name) => names.includes(name), form.getValues()),
        { keepDefaultValues: true },
      );
      setNames([]);
    },
  };
  /** `isDeleted` means that the item was deleted elsewhere. The values can still be saved as a new item. */
  return { send, conflict, restore, isDeleted };
}

function focusFirstButton(notice: RefObject<HTMLDivElement | null>): void {
  notice.current?.querySelector("button")?.focus();
}

/** Returns the current values from a conflict error, or undefined for any other error. */
function currentOf<Entity>(error: unknown, schema: z.ZodType<Entity>): { current: Entity } | undefined {
  if (!(error instanceof ApiError) || error.body?.code !== "changed") return undefined;
  const { data, success } = schema.safeParse(error.body.details?.current);
  return success ? { current: data } : undefined;
}

type Versions<Values> = { before: Values; after: Values; mine: Values };

/** Returns the fields where both sides changed related values and now differ. */
export function fieldsInConflict<Values extends object>(
  { before, after, mine }: Versions<Values>,
  together: readonly (readonly (keyof Values)[])[] = [],
): (keyof Values)[] {
  const names = Object.keys(after) as (keyof Values)[];
  const groupOf = (name: keyof Values) => together.find((group) => group.includes(name)) ?? [name];
  return names.filter(
    (name) =>
      !isSame(after[name], mine[name]) &&
      groupOf(name).some((each) => !isSame(before[each], after[each])) &&
      groupOf(name).some((each) => !isSame(before[each], mine[each])),
  );
}

/** Resets a form to the values that a request has saved, except fields that changed after `sent`. */
export function resetToSaved<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  saved: Values,
  sent: Values,
): void {
  const current = withLaterChanges(saved, { sent, current: form.getValues() });
  form.reset(saved);
  form.reset(current, { keepDefaultValues: true });
}

/** Returns the saved values with the fields that changed during the request. */
export function withLaterChanges<Values extends object>(
  saved: Values,
  { sent, current }: { sent: Values; current: Values },
): Values {
  return pick(current, (name) => !isSame(sent[name], current[name]), saved);
}

/** Returns `others` with the chosen fields of `values`. */
function pick<Values extends object>(
  values: Values,
  isChosen: (name: keyof Values) => boolean,
  others: Values,
): Values {
  const chosen = Object.entries(values).filter(([name]) => isChosen(name as keyof Values));
  return { ...others, ...Object.fromEntries(chosen) };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
