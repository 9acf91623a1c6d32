import type { Finding } from "../../../contract/api/system.ts";
import type { SignInProvider } from "../../../contract/rules/sign-in-providers.ts";
import type { Settings } from "../../config/config.ts";
import type { Clock } from "../../platform/clock/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { QueueState } from "../../platform/jobs/port.ts";
import type { MailSender } from "../../platform/mail/port.ts";
import type { OpenId } from "../../platform/openid/port.ts";
import type { AccountProvider, Payments } from "../../platform/payments/port.ts";
import type { Storage } from "../../platform/storage/port.ts";
import type { DeriveToken } from "../../platform/tokens.ts";

/** The dependencies of the checks. Checks open parts themselves that may not open. */
export type Installation = {
  settings: Pick<
    Settings,
    | "publicUrl"
    | "trustProxy"
    | "dataDir"
    | "diskReserveBytes"
    | "backupFolder"
    | "stripeProductId"
    | "workers"
    | "databaseConnections"
    | "isDatabasePooled"
    | "updateUrl"
    | "directUploadBytes"
    | "oidcTrustsEmails"
  >;
  db: Database;
  /** Whether the session URL leads to PostgreSQL itself. A running process checked it at its start. */
  isDirect?(): Promise<boolean>;
  clock: Clock;
  derive: DeriveToken;
  openStorage(): Promise<Storage>;
  openMail(): Promise<MailSender>;
  /** The sign-in providers that are configured. */
  openProviders(): Promise<{
    readonly [Provider in SignInProvider]?: Pick<OpenId, "authorizationUrl" | "listClaims"> | undefined;
  }>;
  /** The providers of creators' accounts besides the first one. */
  openOtherProviders(): Promise<
    readonly Pick<AccountProvider, "provider" | "live" | "offers" | "readOwnAccount" | "authorization">[]
  >;
  openPayments(): Promise<
    Pick<
      Payments,
      "provider" | "mode" | "live" | "findOffer" | "verifyEvent" | "listUndelivered" | "listWebhookEndpoints"
    >
  >;
  readQueues(): Promise<QueueState[]>;
};

export type CheckOptions = {
  /** The recipient of a test email. Without it, only the sign-in to the SMTP server is checked. */
  mailTo?: string;
};

export type Check = {
  name: string;
  /** Advice if the check itself fails. */
  advice: string;
  /** Whether its result is unknown while the database is unavailable. */
  needsDatabase?: boolean;
  run(installation: Installation, options: CheckOptions): Promise<Found[]>;
};

/** A finding, named like its check by default. */
export type Found = Omit<Finding, "name"> & { name?: string };
type About = Pick<Found, "name" | "seen">;
export const ok = (about: About): Found => ({ ...about, verdict: "ok", advice: null });
export const warning = (about: About & { advice: string }): Found => ({ ...about, verdict: "warning" });
export const fault = (about: About & { advice: string }): Found => ({ ...about, verdict: "fault" });
