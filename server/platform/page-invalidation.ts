import { sql } from "drizzle-orm";
import { afterCommit, type Transaction } from "./database/index.ts";
import { type Listener, listen } from "./database/listen.ts";
import type { Log } from "./log/index.ts";

const CHANNEL = "page_changed";

/** The creator whose page has changed, or null if any page may have changed. */
export type PageInvalidation = number | null;

export type PageInvalidations = {
  /** Notifies every node once the transaction is committed. */
  publish(tx: Transaction, creatorId: number): Promise<void>;
  subscribe(onChange: (change: PageInvalidation) => void): void;
  /** Every change committed before this time (of `performance.now()`) has been passed on. */
  appliedUntil(): number;
  /** The time of the database's clock in milliseconds since 1970, without a query. */
  databaseTime(): number;
  stop(): Promise<void>;
};

/** Creates notifications of changed pages, which PostgreSQL's NOTIFY sends to all nodes. */
export function createPageInvalidations(options: {
  url: string;
  log: Log;
  connectionName?: string;
}): PageInvalidations {
  const subscribers: ((change: PageInvalidation) => void)[] = [];
  const notify = (change: PageInvalidation) => {
    for (const subscriber of subscribers) subscriber(change);
  };
  const listener: Listener = listen({
    url: options.url,
    channel: CHANNEL,
    log: options.log,
    connectionName: options.connectionName,
    onNotification: (payload) => notify(Number(payload)),
    onMissedNotifications: () => notify(null),
  });
  return {
    async publish(tx, creatorId) {
      await tx.execute(sql`select pg_notify(${CHANNEL}, ${String(creatorId)})`);
      afterCommit(tx, () => notify(creatorId));
    },
    subscribe: (onChange) => subscribers.push(onChange),
    appliedUntil: listener.appliedUntil,
    databaseTime: listener.databaseTime,
    stop: () => listener.stop(),
  };
}
