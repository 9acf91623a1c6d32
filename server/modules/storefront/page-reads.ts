import type { Database } from "../../platform/database/index.ts";
import { ANSWER_MS, type Recent } from "../../platform/database/read-replica.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import { withTimeout } from "../../platform/timeout.ts";
import { UNVERIFIED_MS } from "./page-cache-entry.ts";
import type { CreatorPage } from "./service.ts";

/** Longer than a replica may be behind. */
const REMEMBERED_MS = 10_000;

/** Whose page is read, and when it changes by schedule. */
type PageFacts = Pick<CreatorPage, "changesAt"> & { creator: { id: number } };

export type PageReads = {
  /** Reads a page by its handle. */
  find<T extends PageFacts>(work: (db: Database) => Promise<T | undefined>): Promise<T | undefined>;
  /** Reads more of a page that was found. */
  of<T>(page: PageFacts, work: (db: Database) => Promise<T>): Promise<T>;
};

/**
 * Reads what visitors see of pages: from the replica, if that has every change of the creator that this process was told of, and from the primary otherwise.
 * A change that it is told of later invalidates what was read, as without a replica.
 */
export function createPageReads({
  db,
  replica,
  pageInvalidations,
}: Pick<Infrastructure, "db" | "replica" | "pageInvalidations">): PageReads {
  /** When this process was last told of a change, by creator, oldest first. */
  const changes = new Map<number, number>();
  let anyChange = Number.NEGATIVE_INFINITY;
  pageInvalidations.subscribe((change) => {
    const now = performance.now();
    if (change === null) {
      anyChange = now;
      return;
    }
    changes.delete(change);
    changes.set(change, now);
    for (const [creatorId, at] of changes) {
      if (now - at < REMEMBERED_MS) break;
      changes.delete(creatorId);
    }
  });

  /** While notifications may be missing, nobody knows which changes the replica must have. */
  const isTold = () => performance.now() - pageInvalidations.appliedUntil() < UNVERIFIED_MS;
  const hasChanges = ({ creator, changesAt }: PageFacts, completeUntil: number) =>
    Math.max(anyChange, changes.get(creator.id) ?? anyChange) <= completeUntil &&
    // A replica whose clock is behind shows the page as it was before.
    !(changesAt && pageInvalidations.databaseTime() >= changesAt.getTime());

  /** Returns undefined where the primary is to be asked. */
  const readReplica = async <T>({ db: from }: Recent, work: (db: Database) => Promise<T>) => {
    const read = work(from).catch(() => undefined);
    return withTimeout(read, ANSWER_MS, () => undefined);
  };
  const recentOne = () => (isTold() ? replica.recent() : undefined);
  const readPrimary = <T>(work: (db: Database) => Promise<T>) => {
    replica.count("primary");
    return work(db);
  };

  return {
    async find(work) {
      const recent = recentOne();
      const found = recent && (await readReplica(recent, work));
      // What is not found may be new.
      if (!found || !hasChanges(found, recent.completeUntil)) return readPrimary(work);
      replica.count("replica");
      return found;
    },
    async of(page, work) {
      const recent = recentOne();
      const found =
        recent && hasChanges(page, recent.completeUntil) ? await readReplica(recent, work) : undefined;
      if (found === undefined) return readPrimary(work);
      replica.count("replica");
      return found;
    },
  };
}
