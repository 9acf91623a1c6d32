import { z } from "zod";
import { defineJob } from "./define-job.ts";
import type { JobOptions, JobRun, Jobs } from "./port.ts";

/** Defines a job that takes any payload. */
export function handle(
  jobs: Jobs,
  name: string,
  handler: (run: JobRun) => Promise<void>,
  { schedule, ...options }: JobOptions = {},
): void {
  const trigger = schedule ? { schedule } : { payload: z.unknown() };
  jobs.register(defineJob({ name, handler, ...options, ...trigger }));
}
