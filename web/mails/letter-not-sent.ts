import { storedSentence, texts } from "../../contract/texts.ts";
import { formatNumber } from "../lib/format.ts";
import type { Content, MailOf } from "./content-types.ts";
import { withoutLinks } from "./order-parts.ts";

const t = texts("letter_mails", {
  scheduledHeading: "Your scheduled email was not sent",
  scheduledPreview: "It is a draft again, with the reason.",
  scheduled: "Your scheduled email “{subject}” was not sent to your audience. The reason:",
  scheduledAdvice: "It is a draft again. Change what is needed, then send it or choose another time.",
  stoppedHeading: "Your email did not reach your audience",
  stoppedPreview:
    "{total, plural, one {{sent} of # person has received it.} other {{sent} of # people have received it.}}",
  stopped:
    "{total, plural, one {Your email “{subject}” has reached {sent} of # person. The reason:} other {Your email “{subject}” has reached {sent} of # people. The reason:}}",
  stoppedAdvice: "Its figures are in the list of sent emails. Nobody is emailed again by itself.",
  action: "See your emails",
  note: "You get this email once for each email that could not be sent.",
  why: "You received this because you wrote an email to your audience at {host}.",
});

/** Reports that an email to a creator's audience was not sent, or reached nobody. */
export function letterNotSent({ reached, ...mail }: MailOf<"letter-not-sent">, host: string): Content {
  const subject = withoutLinks(mail.subject);
  const reason = withoutLinks(storedSentence(mail.reason));
  const counts = {
    sent: formatNumber(reached?.sent ?? 0),
    total: reached?.total ?? 0,
  };
  return {
    preview: reached ? t.stoppedPreview(counts) : t.scheduledPreview,
    heading: reached ? t.stoppedHeading : t.scheduledHeading,
    paragraphs: reached
      ? [t.stopped({ subject, ...counts }), reason, t.stoppedAdvice]
      : [t.scheduled({ subject }), reason, t.scheduledAdvice],
    action: t.action,
    notes: [t.note],
    why: t.why({ host }),
  };
}
