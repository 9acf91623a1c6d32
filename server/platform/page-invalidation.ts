import { sql } from "drizzle-orm";
import { afterCommit, type Transaction } from "./database/index.ts";
import { type Listener, listen } from "./database/listen.ts";
import type { Log } from "./log/index.ts";

const CHANNEL = "page_changed";

/** A creator whose page no longer shows the truth; `null` when any may have changed unnoticed. */
export type PageInvalidation = number | null;

export type PageInvalidations = {
  /** Tells every node, this one at once, as soon as the transaction is durable. */
  publish(tx: Transaction, creatorId: number): Promise<void>;
  subscribe(onChange: (change: PageInvalidation) => void): void;
  /** Every change committed before this time (of `performance.now()`) has been passed on. */
  heardUntil(): number;
  stop(): Promise<void>;
};

/** Changes of creators' pages, carried between nodes by PostgreSQL's NOTIFY. */
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
    heardUntil: listener.heardUntil,
    stop: () => listener.stop(),
  };
}
