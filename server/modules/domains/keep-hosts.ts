import { originOf } from "../../platform/http/hosts.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import { listHosts } from "./repository.ts";

const WATCH_MS = 1_000;

/** Keeps the proven names in the memory of this process current, within a second of each change on any node. */
export function keepHosts({
  db,
  hosts,
  log,
  pageInvalidations,
  settings: { publicUrl },
}: Pick<Infrastructure, "db" | "hosts" | "log" | "pageInvalidations" | "settings">) {
  let last: Promise<void> = Promise.resolve();
  let isStopped = false;
  /** A reading of all names waits for its turn, and will see every change so far. */
  let isAllQueued = false;
  let hasFailed = false;

  // Readings take turns, so that an earlier result never replaces a later one.
  const load = (creatorId: number | null): Promise<void> => {
    const next = last.then(async () => {
      if (creatorId === null) isAllQueued = hasFailed = false;
      if (isStopped) return;
      const rows = await listHosts(db, creatorId);
      hosts.replace(
        creatorId,
        rows.map((row) => ({ ...row, origin: originOf(row.name, publicUrl) })),
      );
    });
    last = next.catch(() => undefined);
    return next;
  };
  const reload = (creatorId: number | null) => {
    if (isAllQueued || isStopped) return;
    if (creatorId === null) isAllQueued = true;
    load(creatorId).catch((error: unknown) => {
      hasFailed = true;
      if (!isStopped) log.warn({ err: error }, "own domains were not read; trying again");
    });
  };
  pageInvalidations.subscribe(reload);
  // Without a recent sign that every notice has arrived, names may have changed.
  const timer = setInterval(() => {
    if (hasFailed || performance.now() - pageInvalidations.appliedUntil() > WATCH_MS) reload(null);
  }, WATCH_MS).unref();
  return {
    load: () => load(null),
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
