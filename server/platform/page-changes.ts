import { sql } from "drizzle-orm";
import { afterCommit, type Transaction } from "./database/index.ts";
import { type Listener, listen } from "./database/listen.ts";
import type { Log } from "./log/index.ts";

const CHANNEL = "page_changed";

/** A creator whose page no longer shows the truth; `null` when any may have changed unnoticed. */
export type PageChange = number | null;

export type PageChanges = {
  /** Tells every node, this one at once, as soon as the transaction is durable. */
  announce(tx: Transaction, creatorId: number): Promise<void>;
  subscribe(onChange: (change: PageChange) => void): void;
  /** Every change committed before this time (of `performance.now()`) has been passed on. */
  heardUntil(): number;
  stop(): Promise<void>;
};

/** Changes of creators' pages, carried between nodes by PostgreSQL's NOTIFY. */
export function createPageChanges(options: { url: string; log: Log; connectionName?: string }): PageChanges {
  const subscribers: ((change: PageChange) => void)[] = [];
  const tell = (change: PageChange) => {
    for (const subscriber of subscribers) subscriber(change);
  };
  const listener: Listener = listen({
    url: options.url,
    channel: CHANNEL,
    log: options.log,
    connectionName: options.connectionName,
    onNotice: (payload) => tell(Number(payload)),
    onGap: () => tell(null),
  });
  return {
    async announce(tx, creatorId) {
      await tx.execute(sql`select pg_notify(${CHANNEL}, ${String(creatorId)})`);
      afterCommit(tx, () => tell(creatorId));
    },
    subscribe: (onChange) => subscribers.push(onChange),
    heardUntil: listener.heardUntil,
    stop: () => listener.stop(),
  };
}
