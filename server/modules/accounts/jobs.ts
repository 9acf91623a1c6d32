import { z } from "zod";
import { UnrecoverableJobError } from "../../platform/jobs/port.ts";
import type { AccountDeps } from "./deps.ts";
import { mailResetLink } from "./password-reset.ts";

export const FORGOT_JOB = "accounts.forgot-password";

/** `tokenId`: of the link to come, so that a job that runs twice makes one. */
const ForgotJob = z.object({ email: z.string(), tokenId: z.uuid() });
export type ForgotJob = z.infer<typeof ForgotJob>;

/** What accounts do later, away from whoever asked. */
export function handleAccountJobs(deps: AccountDeps): void {
  deps.jobs.handle(FORGOT_JOB, async ({ data }) => {
    const job = ForgotJob.safeParse(data);
    if (!job.success) throw new UnrecoverableJobError("this release does not know such a job");
    await mailResetLink(deps, job.data);
  });
}
