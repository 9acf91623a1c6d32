import type { z } from "zod";
import { type Job, type JobOptions, type JobRun, type RetryPolicy, UnknownPayloadError } from "./port.ts";

const DEFAULT_CONCURRENCY = 4;
const DEFAULT_RETRY: RetryPolicy = { limit: 10, initialDelaySeconds: 1, maxDelaySeconds: 300 };
const DEFAULT_TIMEOUT_SECONDS = 60;

type Definition<Payload extends z.ZodType> = JobOptions & {
  name: string;
  /** Jobs may have been added by another release: one that does not match waits for a node of that release, and fails permanently after an hour. */
  payload: Payload;
  handler(run: JobRun<z.output<Payload>>): Promise<void>;
};

/** Defines a type of job: its data, retries, schedule and handler. */
export function defineJob<Payload extends z.ZodType>({
  name,
  payload,
  handler,
  concurrency = DEFAULT_CONCURRENCY,
  retry = DEFAULT_RETRY,
  timeoutSeconds = DEFAULT_TIMEOUT_SECONDS,
  schedule,
}: Definition<Payload>): Job {
  return {
    name,
    concurrency,
    retry,
    timeoutSeconds,
    schedule,
    async run({ data, ...run }) {
      const parsed = payload.safeParse(data);
      if (!parsed.success) throw new UnknownPayloadError("invalid job payload");
      await handler({ ...run, data: parsed.data });
    },
  };
}
