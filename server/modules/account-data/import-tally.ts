import {
  type ImportCount,
  ImportKind,
  type ImportResult,
  type ImportKind as Kind,
} from "../../../contract/api/account-imports.ts";
import { sentence } from "../../../contract/texts.ts";
import { AppError } from "../../platform/http/app-error.ts";

/** The maximum of rejected items that are listed with their reason. The counts include all. */
const MAX_NAMED = 50;
const MAX_NAME = 200;

/** Returns a name of an archive in a form that can be stored and shown. */
const shownName = (name: unknown): string =>
  typeof name === "string" ? name.slice(0, MAX_NAME).toWellFormed().replaceAll("\u0000", "") : "";

/** Counts added items and names rejected ones. */
export type Tally = ReturnType<typeof createTally>;

/** Creates a tally that continues the counts of earlier steps. */
export function createTally(before?: ImportResult) {
  const none = (): ImportCount => ({ added: 0, present: 0, left_out: 0 });
  const counts = Object.fromEntries(
    ImportKind.options.map((kind) => [kind, { ...(before?.counts[kind] ?? none()) }]),
  ) as Record<Kind, ImportCount>;
  const result: ImportResult = {
    handle: before?.handle ?? "kept",
    counts,
    left_out: [...(before?.left_out ?? [])],
  };
  const leaveOut = (kind: Kind, name: unknown, reason: string) => {
    counts[kind].left_out += 1;
    if (result.left_out.length < MAX_NAMED) result.left_out.push({ kind, name: shownName(name), reason });
  };
  /** Records a rejection with its reason, and throws other errors. */
  const orLeaveOut = async (kind: Kind, name: unknown, act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      leaveOut(kind, name, sentence(error.text));
    }
  };
  return {
    result,
    count: (kind: Kind, what: keyof ImportCount, times = 1) => {
      counts[kind][what] += times;
    },
    orLeaveOut,
    /** Adds an item and counts it, or leaves it out. */
    attempt: (kind: Kind, name: unknown, add: () => Promise<boolean>): Promise<void> =>
      orLeaveOut(kind, name, async () => {
        counts[kind][(await add()) ? "added" : "present"] += 1;
      }),
  };
}
