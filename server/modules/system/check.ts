import type { Finding } from "../../../contract/system.ts";
import type { Clock } from "../../platform/clock/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { Settings } from "../../platform/infrastructure.ts";
import type { JobCounts } from "../../platform/jobs/port.ts";
import type { MailSender } from "../../platform/mail/port.ts";
import type { Payments } from "../../platform/payments/port.ts";
import type { Storage } from "../../platform/storage/port.ts";
import type { DeriveToken } from "../../platform/tokens.ts";

/** What is checked. Parts that may not open are opened by the check that uses them. */
export type Installation = {
  settings: Pick<
    Settings,
    "publicUrl" | "trustProxy" | "dataDir" | "stripeProductId" | "workers" | "updateUrl"
  >;
  db: Database;
  clock: Clock;
  derive: DeriveToken;
  openStorage(): Promise<Storage>;
  openMail(): Promise<MailSender>;
  openPayments(): Promise<
    Pick<Payments, "mode" | "live" | "findOffer" | "verifyEvent" | "listWebhookEndpoints">
  >;
  countJobs(): Promise<JobCounts>;
};

export type CheckOptions = {
  /** Where a test email is sent; without it the mail server is only asked to let us in. */
  mailTo?: string;
};

/** A check of one part of the installation. */
export type Check = {
  name: string;
  /** What to do when the check itself fails. */
  advice: string;
  /** Whether it says nothing while the database does not answer. */
  needsDatabase?: boolean;
  run(installation: Installation, options: CheckOptions): Promise<Finding[]>;
};

type About = { name: string; seen: string };
export const ok = ({ name, seen }: About): Finding => ({ name, verdict: "ok", seen, advice: null });
export const warning = (about: About & { advice: string }): Finding => ({ ...about, verdict: "warning" });
export const fault = (about: About & { advice: string }): Finding => ({ ...about, verdict: "fault" });
