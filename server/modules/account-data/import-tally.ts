import {
  type ImportCount,
  ImportKind,
  type ImportResult,
  type ImportKind as Kind,
} from "../../../contract/api/account-imports.ts";
import { sentence } from "../../../contract/texts.ts";
import { AppError } from "../../platform/http/app-error.ts";

/** Parts that are named with the reason why they were left out; the counts have all. */
const MAX_NAMED = 50;
const MAX_NAME = 200;

/** Returns a name of an archive as it can be stored and shown. */
const shownName = (name: unknown): string =>
  typeof name === "string" ? name.slice(0, MAX_NAME).toWellFormed().replaceAll("\u0000", "") : "";

/** Counts what an import adds, and names what it leaves out. */
export type Tally = ReturnType<typeof createTally>;

/** Starts with what earlier steps have counted. */
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
  return {
    result,
    count: (kind: Kind, what: keyof ImportCount, times = 1) => {
      counts[kind][what] += times;
    },
    /** Adds a part; one that this site rejects is left out with the reason, and any other error is thrown. */
    async attempt(kind: Kind, name: unknown, add: () => Promise<boolean>): Promise<void> {
      try {
        counts[kind][(await add()) ? "added" : "present"] += 1;
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        leaveOut(kind, name, sentence(error.text));
      }
    },
  };
}
