import { expect, test } from "vitest";
import { createBatchSize } from "./rollup-schedule.ts";

test("enlarges full batches that are fast, and shrinks slow ones to about a second", () => {
  const batch = createBatchSize();
  expect(batch.rows()).toBe(5_000);
  batch.finished({ isFull: true, milliseconds: 100 });
  expect(batch.rows()).toBe(10_000);
  for (let round = 0; round < 5; round++) batch.finished({ isFull: true, milliseconds: 100 });
  expect(batch.rows(), "the maximum").toBe(20_000);
  batch.finished({ isFull: true, milliseconds: 2_000 });
  expect(batch.rows()).toBe(10_000);
  batch.finished({ isFull: false, milliseconds: 10 });
  expect(batch.rows(), "a small batch says nothing about larger ones").toBe(10_000);
  batch.finished({ isFull: false, milliseconds: 4_000 });
  expect(batch.rows()).toBe(2_500);
});

test("quarters the batch after a failure, down to a minimum", () => {
  const batch = createBatchSize();
  batch.failed();
  expect(batch.rows()).toBe(1_250);
  for (let round = 0; round < 9; round++) batch.failed();
  expect(batch.rows()).toBe(50);
});
