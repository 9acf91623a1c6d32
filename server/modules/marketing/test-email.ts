import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Branding } from "../../../contract/api/appearance.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job, Jobs } from "../../platform/jobs/port.ts";
import { EMAIL_RETRY, sendOrFail } from "../../platform/mail/mails.ts";
import { composeEmail, type SendDeps } from "./sending.ts";

/** The job that sends an email to its author only, with the content that recipients would receive. */
const TEST_JOB = "marketing.test";
const TestEmailPayload = z.object({
  id: z.uuid(),
  to: z.string(),
  creator: z.object({
    id: z.number(),
    handle: z.string(),
    contact: z.string().nullable(),
    displayName: z.string(),
    branding: Branding,
    language: z.string().optional(),
  }),
  mail: z.object({
    subject: z.string(),
    body: z.string(),
    ctaLabel: z.string().nullish(),
    ctaUrl: z.string().nullish(),
    imageUrl: z.string().nullish(),
    imageAlt: z.string().optional(),
  }),
});
export type TestEmail = Omit<z.input<typeof TestEmailPayload>, "id">;

export const testEmailJob = (deps: SendDeps): Job =>
  defineJob({
    name: TEST_JOB,
    payload: TestEmailPayload,
    retry: EMAIL_RETRY,
    async handler({ data: { id, to, creator, mail }, signal }) {
      const email = await composeEmail(deps, { ...mail, template: null, creator }, to);
      const messageId = `<${id}@${new URL(deps.publicUrl).hostname}>`;
      await sendOrFail(() => deps.sender.sendMail({ ...email, messageId }), { signal });
    },
  });

export function enqueueTestEmail(tx: Transaction, jobs: Jobs, email: TestEmail): Promise<void> {
  return jobs.enqueue(tx, { name: TEST_JOB, data: { id: randomUUID(), ...email } });
}
