import { DELETION_DAYS } from "../../contract/rules/limits.ts";
import { texts } from "../../contract/texts.ts";
import { formatTimestamp } from "../lib/format.ts";
import type { Content, MailOf } from "./content-types.ts";

const t = texts("account_data_mails", {
  deletionHeading: "Your account will be deleted",
  deletionPreview: "Your page is offline. You can undo this for {days} days.",
  deletion:
    "You asked us to delete your account at {host}. Your page is offline, nothing is sold any more, and you are signed out everywhere. On {date} everything is deleted for good.",
  deletionAdvice:
    "If you changed your mind, or if this wasn't you, keep the account with the button below. If it wasn't you, choose a new password as well.",
  deletionAction: "Keep my account",
  about: "This is about your account at {host}.",
});

export const deletionScheduled = ({ at }: MailOf<"deletion-scheduled">, host: string): Content => ({
  preview: t.deletionPreview({ days: DELETION_DAYS }),
  heading: t.deletionHeading,
  paragraphs: [t.deletion({ host, date: formatTimestamp(at) }), t.deletionAdvice],
  action: t.deletionAction,
  why: t.about({ host }),
});
