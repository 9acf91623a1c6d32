import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createWriteBuffer } from "./buffer.ts";

const rejection = new Error("a row is rejected");

/** Creates a sink for numbers. Like a database, it rejects a whole batch with a negative number. */
function createSink(more: { maxWaiting?: number; maxBatch?: number; writers?: number } = {}) {
  const batches: number[][] = [];
  const written: number[] = [];
  let busy = 0;
  let most = 0;
  const buffer = createWriteBuffer<number, string>({
    write: async (items) => {
      expect(++busy).toBeLessThanOrEqual(more.writers ?? 1);
      most = Math.max(most, busy);
      batches.push([...items]);
      await delay(1);
      busy -= 1;
      if (items.some((item) => item < 0)) throw rejection;
      written.push(...items);
      return items.map((item) => `wrote ${item}`);
    },
    maxWaiting: 1000,
    maxBatch: 100,
    flushDelayMs: 2,
    writers: 1,
    ...more,
  });
  return { buffer, batches, written, mostAtOnce: () => most };
}

test("writes concurrently added events in one batch, with a result for each", async () => {
  const { buffer, batches } = createSink();
  const results = await Promise.all([3, 1, 2].map((item) => buffer.add(item)));
  expect(results).toEqual(["wrote 3", "wrote 1", "wrote 2"]);
  expect(batches).toEqual([[3, 1, 2]]);
});

test("bounds a batch and writes later events in order", async () => {
  const { buffer, batches } = createSink({ maxBatch: 2 });
  await Promise.all([1, 2, 3, 4, 5].map((item) => buffer.add(item)));
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});

test("writes as many batches at a time as there are writers, and waits for all of them in a flush", async () => {
  const { buffer, written, mostAtOnce } = createSink({ maxBatch: 2, writers: 2 });
  const items = Array.from({ length: 11 }, (_, item) => item);
  const results = items.map((item) => buffer.add(item));
  await buffer.flush();
  expect([...written].sort((one, other) => one - other)).toEqual(items);
  expect(mostAtOnce()).toBe(2);
  expect(await Promise.all(results)).toEqual(items.map((item) => `wrote ${item}`));
});

test("rejects events beyond the buffer with 503 immediately, and accepts new ones later", async () => {
  const { buffer } = createSink({ maxWaiting: 3 });
  const responses = await Promise.allSettled([1, 2, 3, 4].map((item) => buffer.add(item)));
  expect(responses.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
  expect(responses[3]).toMatchObject({ reason: { status: 503, retryAfter: expect.any(Number) } });
  expect(await buffer.add(5)).toBe("wrote 5");
});

test("fails only invalid rows, in any position and number", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: -3, max: 20 }), { maxLength: 30 }), async (items) => {
      const { buffer, written } = createSink({ maxBatch: 8 });
      expect(await Promise.allSettled(items.map((item) => buffer.add(item)))).toEqual(
        items.map((item) =>
          item < 0
            ? { status: "rejected", reason: rejection }
            : { status: "fulfilled", value: `wrote ${item}` },
        ),
      );
      expect(written).toEqual(items.filter((item) => item >= 0));
    }),
    { numRuns: 20 },
  );
});

test("fails the whole batch without a retry if the database is unavailable", async () => {
  let writes = 0;
  const gone = Object.assign(new Error("terminating connection"), { code: "57P01" });
  const buffer = createWriteBuffer<number, string>({
    write: () => {
      writes += 1;
      return Promise.reject(gone);
    },
    maxWaiting: 10,
    maxBatch: 10,
    flushDelayMs: 1,
    writers: 1,
  });
  const responses = await Promise.allSettled([1, 2, 3].map((item) => buffer.add(item)));
  expect(responses.every((response) => response.status === "rejected" && response.reason === gone)).toBe(
    true,
  );
  expect(writes).toBe(1);
});

test("ends a flush when everything is written", async () => {
  const { buffer, written } = createSink({ maxBatch: 2 });
  const waiting = [1, 2, 3, 4, 5].map((item) => buffer.add(item));
  await buffer.flush();
  expect(written).toEqual([1, 2, 3, 4, 5]);
  await Promise.all(waiting);
  await buffer.flush();
});
