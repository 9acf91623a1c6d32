import { useEffect, useState } from "react";
import type { z } from "zod";
import {
  Appearance,
  type AppearancePatch,
  DEFAULT_APPEARANCE,
  FREE_APPEARANCE,
} from "../../../contract/api/appearance.ts";
import { loadDraft, removeDraft } from "../../lib/drafts/draft-store.ts";
import { useSaveDraftOnLoss } from "../../lib/drafts/use-form-draft.ts";

/** Quick changes of the same field, as by a colour slider, are one step of the undo. */
const ONE_STEP_MS = 800;
const MAX_UNDO = 100;

type Change = Partial<Appearance>;
type History = {
  past: Appearance[];
  present: Appearance;
  /** The saved appearance. Fields equal to it are unchanged. */
  base: Appearance;
  last: { fields: string; at: number } | null;
};

/** Keeps the current choices, with undo. They survive the end of the session. Unchanged fields follow saves made elsewhere. */
export function useAppearanceDraft(saved: Appearance, creatorId: number) {
  const [restored] = useState(() => restoredChoices(saved, creatorId));
  const [history, setHistory] = useState<History>(() =>
    withChange({ past: [], present: saved, base: saved, last: null }, restored ?? {}, performance.now()),
  );
  if (changedFields(history.base, saved).length > 0) setHistory(withSaved(history, saved));
  const changed = changedFields(history.present, saved);
  const isDirty = changed.length > 0;
  useEffect(() => removeDraft("appearance", creatorId), [creatorId]);
  const typed = () => (isDirty ? { values: history.present, base: history.base } : null);
  useSaveDraftOnLoss({ name: "appearance", creatorId, id: null, typed });
  const change = (changes: Change) =>
    setHistory((current) => withChange(current, changes, performance.now()));
  return {
    appearance: history.present,
    /** The changed fields. A save sends only these, because another device may have saved the others. */
    changes: pickFields(history.present, changed),
    isDirty,
    /** True while restored choices are unsaved after signing in again. */
    isRestored: restored !== undefined && isDirty,
    canUndo: history.past.length > 0,
    change,
    undo: () => setHistory(withoutLast),
    /** Resets to the appearance of a new page, with undo. */
    reset: () => change(DEFAULT_APPEARANCE),
  };
}

/** Returns the choices of a stored draft. Other fields follow the saved appearance. */
function restoredChoices(saved: Appearance, creatorId: number): Change | undefined {
  const draft = loadDraft("appearance", creatorId);
  const values = Appearance.safeParse(draft?.values).data;
  const base = Appearance.safeParse(draft?.base).data ?? saved;
  return values && pickFields(values, changedFields(values, base));
}

/** Returns the history after a change, unchanged if the change has no effect. */
function withChange(history: History, change: Change, at: number): History {
  const present = { ...history.present, ...change };
  if (changedFields(present, history.present).length === 0) return history;
  const fields = Object.keys(change).join();
  const { last } = history;
  const isSameStep = last !== null && last.fields === fields && at - last.at < ONE_STEP_MS;
  const past = isSameStep ? history.past : [...history.past, history.present].slice(-MAX_UNDO);
  return { ...history, past, present, last: { fields, at } };
}

function withoutLast(history: History): History {
  const present = history.past.at(-1);
  return present ? { ...history, past: history.past.slice(0, -1), present, last: null } : history;
}

/** Returns the history after a save, here or elsewhere. Unchanged fields take the saved values, also in earlier steps. */
function withSaved(history: History, saved: Appearance): History {
  const chosen = changedFields(history.present, history.base);
  const follow = (appearance: Appearance): Appearance => ({ ...saved, ...pickFields(appearance, chosen) });
  return { ...history, past: history.past.map(follow), present: follow(history.present), base: saved };
}

function changedFields(one: Appearance, other: Appearance): (keyof Appearance)[] {
  return (Object.keys(one) as (keyof Appearance)[]).filter((field) => one[field] !== other[field]);
}

function pickFields(appearance: Appearance, fields: readonly (keyof Appearance)[]): Change {
  return Object.fromEntries(fields.map((field) => [field, appearance[field]]));
}

/** True if a new choice is part of the Creator plan. */
export function needsPlan(appearance: Appearance, saved: Appearance): boolean {
  const free: readonly string[] = FREE_APPEARANCE;
  return changedFields(appearance, saved).some(
    (field) => !free.includes(field) && appearance[field] !== null,
  );
}

export function toPatch(change: Change): z.input<typeof AppearancePatch> {
  const { background_url, tile_shape, cover_url, ...rest } = change;
  return { ...rest, backgroundUrl: background_url, tileShape: tile_shape, coverUrl: cover_url };
}
