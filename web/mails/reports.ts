import { texts } from "../../contract/texts.ts";
import type { Content, MailOf } from "./content-types.ts";

const t = texts("report_mails", {
  receivedHeading: "Your report was received",
  receivedPreview: "The administrators will look at it.",
  received:
    "Report {number} was sent to the administrators of {host} with this email. They will look at it, and we'll tell you the result.",
  seePage: "See the page",
  reportWhy: "If you did not send a report, ignore this email.",
  decidedHeading: "Your report was decided",
  decidedPreview: "See what the administrators have decided.",
  decidedAction:
    "After your report {number}, the administrators of {host} have restricted what you reported.",
  decidedNone:
    "The administrators of {host} have looked at your report {number} and found no reason to act. If you disagree, you can turn to a court or an authority.",
  decidedErased: "Your name and email were deleted from the report.",
});

/** Tells a visitor that their report has arrived. */
export const reportReceived = (mail: MailOf<"report-received">, host: string): Content => ({
  preview: t.receivedPreview,
  heading: t.receivedHeading,
  paragraphs: [t.received({ number: mail.number, host })],
  action: t.seePage,
  why: t.reportWhy,
});

/** Tells a visitor what became of their report. */
export const reportDecided = (mail: MailOf<"report-decided">, host: string): Content => {
  const { number } = mail;
  return {
    preview: t.decidedPreview,
    heading: t.decidedHeading,
    paragraphs: [
      mail.hasAction ? t.decidedAction({ number, host }) : t.decidedNone({ number, host }),
      t.decidedErased,
    ],
    action: t.seePage,
    why: t.reportWhy,
  };
};
