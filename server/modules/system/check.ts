import type { FindingId, Verdict } from "../../../contract/api/system.ts";
import type { Language } from "../../../contract/rules/languages.ts";
import type { SignInProvider } from "../../../contract/rules/sign-in-providers.ts";
import { defineMessages, type Message, sentence } from "../../../contract/texts.ts";
import type { Settings } from "../../config/config.ts";
import type { Clock } from "../../platform/clock/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { QueueState } from "../../platform/jobs/port.ts";
import type { MailSender } from "../../platform/mail/port.ts";
import type { OpenId } from "../../platform/openid/port.ts";
import type { AccountProvider, Payments } from "../../platform/payments/port.ts";
import type { Storage } from "../../platform/storage/port.ts";
import type { DeriveToken } from "../../platform/tokens.ts";

/** The dependencies of the checks. Parts that may fail to open are opened by their check. */
export type Installation = {
  settings: Pick<
    Settings,
    | "publicUrl"
    | "trustProxy"
    | "dataDir"
    | "diskReserveBytes"
    | "backupFolder"
    | "backupTarget"
    | "stripeProductId"
    | "site"
    | "ownDomains"
    | "workers"
    | "databaseConnections"
    | "isDatabasePooled"
    | "updateUrl"
    | "directUploadBytes"
    | "oidcTrustsEmails"
  >;
  db: Database;
  /**
   * Returns whether the URL for sessions leads to PostgreSQL itself, not to a pooler. Absent in a running process,
   * which has checked this when it started.
   */
  isDirect?(): Promise<boolean>;
  clock: Clock;
  derive: DeriveToken;
  openStorage(): Promise<Storage>;
  openMail(): Promise<MailSender>;
  /** Opens the configured sign-in providers. */
  openProviders(): Promise<{
    readonly [Provider in SignInProvider]?: Pick<OpenId, "authorizationUrl" | "listClaims"> | undefined;
  }>;
  /** Opens the payment providers except the first one. */
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
  /** The recipient of a test email. Without one, the check only signs in to the SMTP server. */
  mailTo?: string;
  /** The language of the findings and of the test email. */
  language?: Language;
};

export type Check = {
  id: FindingId;
  name: Message;
  /** The advice if the check itself fails. */
  advice: Message;
  /** True if the check gives no result while the database is unavailable. */
  needsDatabase?: boolean;
  run(installation: Installation, options: CheckOptions): Promise<Found[]>;
};

type About = {
  id?: FindingId;
  name?: Message;
  /** The statement of the finding, or several statements. */
  seen: Message | readonly Message[];
};
/** A finding, which becomes text when the language is known. Its id and name default to those of its check. */
export type Found = About & { verdict: Verdict; advice: Message | null };
export const ok = (about: About): Found => ({ ...about, verdict: "ok", advice: null });
export const warning = (about: About & { advice: Message }): Found => ({ ...about, verdict: "warning" });
export const fault = (about: About & { advice: Message }): Found => ({ ...about, verdict: "fault" });

/** Returns a finding with its statements and its advice in the current language. */
export const inWords = <F extends Found>({ seen, advice, ...rest }: F) => ({
  ...rest,
  seen: [seen].flat().map(sentence).join("; "),
  advice: advice && sentence(advice),
});

/** Messages of several checks. */
export const shared = defineMessages("check", {
  startOnce: "Start Tessera once, so that it migrates its database.",
  databaseFirst: "Look at the database first.",
  dataDir: "DATA_DIR must be a folder that Tessera may read and write.",
  liveKeys: "To take money, use live keys.",
});
