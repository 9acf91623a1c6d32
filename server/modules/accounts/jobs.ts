import { z } from "zod";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import type { AccountDeps } from "./deps.ts";
import { mailResetLink } from "./password-reset.ts";

export const FORGOT_JOB = "accounts.forgot-password";

const ForgotJob = z.object({
  email: z.string(),
  /** The id of the link in the email, so that a job that runs twice creates one link. */
  tokenId: z.uuid(),
  /** The client has used its part of the emails to an unverified account of this mailbox. Jobs of the release before do not say. */
  isForVerified: z.boolean().optional(),
});
export type ForgotJob = z.infer<typeof ForgotJob>;

/** Looks the account up outside the request, whose response time must not depend on it. */
export const forgotPasswordJob = (deps: AccountDeps): Job =>
  defineJob({ name: FORGOT_JOB, payload: ForgotJob, handler: ({ data }) => mailResetLink(deps, data) });
