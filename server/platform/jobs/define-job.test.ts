import { expect, test, vi } from "vitest";
import { z } from "zod";
import { defineJob } from "./define-job.ts";
import { UnknownPayloadError } from "./port.ts";

const { signal } = new AbortController();

test("passes the parsed payload, the attempt and the signal to the handler", async () => {
  const handler = vi.fn(async () => {});
  const job = defineJob({ name: "greet", payload: z.object({ to: z.string().default("all") }), handler });
  await job.run({ data: { unknown: 1 }, attempt: 2, signal });
  expect(handler).toHaveBeenCalledExactlyOnceWith({ data: { to: "all" }, attempt: 2, signal });
});

test("throws UnknownPayloadError for a mismatched payload, without calling the handler", async () => {
  const handler = vi.fn(async () => {});
  const job = defineJob({ name: "greet", payload: z.object({ to: z.string() }), handler });
  const failed = job.run({ data: { to: 5 }, attempt: 1, signal });
  await expect(failed).rejects.toThrow(new UnknownPayloadError("invalid job payload"));
  expect(handler).not.toHaveBeenCalled();
});

test("has defaults for omitted options", () => {
  expect(defineJob({ name: "greet", payload: z.unknown(), handler: async () => {} })).toMatchObject({
    concurrency: 4,
    retry: { limit: 10, initialDelaySeconds: 1, maxDelaySeconds: 300 },
    timeoutSeconds: 60,
    schedule: undefined,
  });
});

test("runs a scheduled job without data", async () => {
  const handler = vi.fn(async () => {});
  await defineJob({ name: "sweep", schedule: "0 3 * * *", handler }).run({ data: null, attempt: 1, signal });
  expect(handler).toHaveBeenCalledOnce();
});
