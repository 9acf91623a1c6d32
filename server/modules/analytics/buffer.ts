import { isDatabaseUnavailable, isRetryableTransactionError } from "../../platform/database/errors.ts";
import { httpErrors } from "../../platform/http/app-error.ts";

/** Writes the items of concurrent callers in batches. Each caller receives the result of its item. */
export type WriteBuffer<Item, Result> = {
  /** Resolves when the item is durable. Throws 503 if too many items are waiting. */
  add(item: Item): Promise<Result>;
  /** Resolves when all items added so far are written or have failed. */
  flush(): Promise<void>;
};

type Entry<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

export type BufferOptions<Item, Result> = {
  /** Writes all items or none. Returns their results in the same order. */
  write: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** The maximum number of items waiting or being written. Further items are rejected, to bound the memory. */
  maxWaiting: number;
  maxBatch: number;
  /** The maximum time for which the first item of a batch waits for others. */
  flushDelayMs: number;
  /** The maximum number of concurrent batches. While they are written, the next batch collects items. */
  writers: number;
};

/**
 * While no batch is being written, the next one starts after this many event loop ticks without a new item. A
 * fixed delay of 3 ms halved the throughput.
 */
const IDLE_TICKS = 4;

export function createWriteBuffer<Item, Result>(
  options: BufferOptions<Item, Result>,
): WriteBuffer<Item, Result> {
  type One = Entry<Item, Result>;
  let waiting: One[] = [];
  let activeWrites = 0;
  const writes = new Set<Promise<void>>();
  let nextTurn: NodeJS.Immediate | undefined;

  function scheduleFlush(): void {
    if (nextTurn || waiting.length === 0 || writes.size >= options.writers) return;
    // Wait until the batch is as large as those in progress together. So batches grow until both this process
    // and the database are busy.
    if (waiting.length < activeWrites) return;
    const until = performance.now() + options.flushDelayMs;
    let known = 0;
    let idleTicks = 0;
    const poll = () => {
      idleTicks = waiting.length === known ? idleTicks + 1 : 0;
      known = waiting.length;
      const enough = writes.size > 0 || idleTicks >= IDLE_TICKS || known >= options.maxBatch;
      if (enough || performance.now() > until) start();
      else nextTurn = setImmediate(poll);
    };
    nextTurn = setImmediate(poll);
  }

  function start(): void {
    clearImmediate(nextTurn);
    nextTurn = undefined;
    const batch = waiting.slice(0, options.maxBatch);
    waiting = waiting.slice(options.maxBatch);
    activeWrites += batch.length;
    const writing = write(batch).then(() => {
      writes.delete(writing);
      activeWrites -= batch.length;
      scheduleFlush();
    });
    writes.add(writing);
    scheduleFlush();
  }

  /** Writes a batch. If the database rejects an item, only that item fails. */
  async function write(batch: readonly One[]): Promise<void> {
    try {
      const results = await options.write(batch.map(({ item }) => item));
      for (const [place, { resolve, reject }] of batch.entries()) {
        const result = results[place];
        if (result === undefined) reject(new Error("an item was written without a result"));
        else resolve(result);
      }
    } catch (error) {
      const isUnavailable = isDatabaseUnavailable(error) && !isRetryableTransactionError(error);
      if (isUnavailable || batch.length === 1) {
        for (const { reject } of batch) reject(error);
        return;
      }
      const half = Math.ceil(batch.length / 2);
      await write(batch.slice(0, half));
      await write(batch.slice(half));
    }
  }

  return {
    add(item) {
      if (waiting.length + activeWrites >= options.maxWaiting)
        return Promise.reject(httpErrors.unavailable());
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        scheduleFlush();
      });
    },
    async flush() {
      while (writes.size > 0 || waiting.length > 0) {
        if (writes.size < options.writers && waiting.length > 0) start();
        else await Promise.race(writes);
      }
    },
  };
}
