import { z } from "zod";
import { defineJob } from "./define-job.ts";
import type { JobOptions, JobRun, Jobs } from "./port.ts";

/** Defines a job that takes any payload. */
export function handle(
  jobs: Jobs,
  name: string,
  handler: (run: JobRun) => Promise<void>,
  options: JobOptions = {},
): void {
  jobs.register(defineJob({ name, payload: z.unknown(), handler, ...options }));
}
