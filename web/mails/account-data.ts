import { DELETION_DAYS } from "../../contract/rules/limits.ts";
import { texts } from "../../contract/texts.ts";
import { formatTimestamp } from "../lib/format.ts";
import type { Content, MailOf } from "./content-types.ts";

const t = texts("account_data_mails", {
  deletionHeading: "Your account will be deleted",
  deletionPreview: "Your page is offline. You can undo this for {days} days.",
  deletion:
    "You asked us to delete your account at {host}. Your page is offline, nothing is sold any more, and you are logged out everywhere. On {date} everything is deleted for good.",
  deletionAdvice:
    "If you changed your mind, or if this wasn't you, keep the account with the button below. If it wasn't you, choose a new password as well.",
  deletionAction: "Keep my account",
  exportHeading: "Your archive is ready",
  exportPreview: "Everything of your account in one file.",
  export:
    "The archive with everything of your account at {host} can be downloaded in the settings until {date}.",
  exportAdvice: "If you did not ask for it, choose a new password now.",
  exportAction: "Open the settings",
  about: "This is about your account at {host}.",
});

export const deletionScheduled = ({ at }: MailOf<"deletion-scheduled">, host: string): Content => ({
  preview: t.deletionPreview({ days: DELETION_DAYS }),
  heading: t.deletionHeading,
  paragraphs: [t.deletion({ host, date: formatTimestamp(at) }), t.deletionAdvice],
  action: t.deletionAction,
  why: t.about({ host }),
});

export const exportReady = ({ until }: MailOf<"export-ready">, host: string): Content => ({
  preview: t.exportPreview,
  heading: t.exportHeading,
  paragraphs: [t.export({ host, date: formatTimestamp(until) }), t.exportAdvice],
  action: t.exportAction,
  why: t.about({ host }),
});
