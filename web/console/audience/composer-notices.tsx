import type { Sending } from "../../../contract/api/audience-campaigns.ts";
import type { Letter } from "../../../contract/api/letters.ts";
import { formatNumber } from "../../../contract/rules/formats.ts";
import { errorMessage } from "../../lib/api.ts";
import { formatInstant } from "../../lib/time-fields.ts";
import { Alert } from "../../ui/alert.tsx";
import { Switch } from "../../ui/switch.tsx";
import { peopleCount, useSaveReplies } from "./queries.ts";

/** Formats a time with its zone: `27 Nov 2026, 18:00 (Europe/Berlin)`. */
export const timeWithZone = (at: string, zone: string) =>
  `${formatInstant(at, zone)} (${zone.replaceAll("_", " ")})`;

type ComposerNoticesProps = { letter: Letter | null; sending: Sending | undefined };

/** Notices before sending: the scheduled time, the last failure, limits, and who receives replies. */
export function ComposerNotices({ letter, sending }: ComposerNoticesProps) {
  const blocker = sending && blockerOf(sending);
  return (
    <>
      {letter?.send_at && sending && (
        <Alert tone="good">
          Scheduled for {timeWithZone(letter.send_at, sending.time_zone)}. It is sent as it is saved then.
        </Alert>
      )}
      {letter?.problem && <Alert tone="bad">This email was not sent at its time. {letter.problem}</Alert>}
      {blocker && <Alert tone="warn">{blocker}</Alert>}
      {sending && <Replies sending={sending} />}
    </>
  );
}

/** Says where readers' answers go, and lets the creator choose the account's email. */
function Replies({ sending }: { sending: Sending }) {
  const save = useSaveReplies();
  const { reply_to, account_email } = sending;
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-sm text-muted wrap-anywhere">
        {reply_to === null
          ? "Your name is shown as the sender. Readers cannot answer yet."
          : `Your name is shown as the sender. Answers go to ${reply_to}.`}
      </p>
      {account_email !== null && (
        <Switch
          label={`Let readers answer to ${account_email}`}
          help="Readers see this address when they answer. Otherwise answers go to the email of your seller details."
          checked={save.isPending ? save.variables : sending.replies_to_account}
          disabled={save.isPending}
          onChange={({ currentTarget: { checked } }) => save.mutate(checked)}
        />
      )}
      {save.error && <Alert tone="bad">{errorMessage(save.error, "Couldn't save.")}</Alert>}
    </div>
  );
}

/** Returns why nothing can be sent now, or null if it can. */
export function blockerOf(sending: Sending): string | null {
  const { blocked, recipients, recipients_left, emails_left, daily_recipients } = sending;
  if (blocked === "unverified") return "Confirm your own email address to send emails.";
  if (blocked === "offline") return "Your page is offline, so nothing is sent.";
  if (blocked === "stopped") return "An administrator has stopped your emails.";
  if (blocked === "off") return "Emails to the audience are switched off on your plan.";
  if (recipients === 0) return "No one in your audience has confirmed yet.";
  if (emails_left === 0) return "You have sent as many emails as you can within 24 hours.";
  if (recipients > recipients_left)
    return `Your audience has ${peopleCount(recipients)}. Your emails can reach ${peopleCount(daily_recipients)} within 24 hours, and ${formatNumber(recipients_left)} of them are left.`;
  return null;
}

export function limitsText({ recipients, recipients_left, emails_left }: Sending): string {
  const emails = emails_left === 1 ? "1 more email" : `${emails_left} more emails`;
  return `Your audience: ${peopleCount(recipients)} who confirmed. Within 24 hours you can send ${emails}, to ${peopleCount(recipients_left)} in total.`;
}
