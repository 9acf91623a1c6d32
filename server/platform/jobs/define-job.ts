import { z } from "zod";
import { type Job, type JobOptions, type JobRun, type RetryPolicy, UnknownPayloadError } from "./port.ts";

const DEFAULT_CONCURRENCY = 4;
const DEFAULT_RETRY: RetryPolicy = { limit: 10, initialDelaySeconds: 1, maxDelaySeconds: 300 };
const DEFAULT_TIMEOUT_SECONDS = 60;

type Definition<Payload extends z.ZodType> = Omit<JobOptions, "schedule"> & {
  name: string;
  handler(run: JobRun<z.output<Payload>>): Promise<void>;
} & (
    | {
        /** The schema of the data. A job of another release that does not match waits for a node of that release, and fails permanently after an hour. */
        payload: Payload;
        schedule?: undefined;
      }
    // Scheduled jobs have no data.
    | { payload?: undefined; schedule: string }
  );

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
  const schema = (payload ?? z.unknown()) as Payload;
  return {
    name,
    concurrency,
    retry,
    timeoutSeconds,
    schedule,
    async run({ data, ...run }) {
      const parsed = schema.safeParse(data);
      if (!parsed.success) throw new UnknownPayloadError("invalid job payload");
      await handler({ ...run, data: parsed.data });
    },
  };
}
