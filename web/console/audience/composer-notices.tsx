import type { Sending } from "../../../contract/api/audience-campaigns.ts";
import type { Letter } from "../../../contract/api/letters.ts";
import { formatNumber } from "../../../contract/rules/formats.ts";
import { t } from "../../../contract/texts.ts";
import { errorMessage } from "../../lib/api.ts";
import { rich } from "../../lib/rich.ts";
import { formatInstant } from "../../lib/time-fields.ts";
import { Alert } from "../../ui/alert.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useSaveReplies } from "./queries.ts";

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
          {rich("Scheduled for {sendAt}. It is sent as it is saved then.", {
            sendAt: timeWithZone(letter.send_at, sending.time_zone),
          })}
        </Alert>
      )}
      {letter?.problem && (
        <Alert tone="bad">
          {t("This email was not sent at its time.")} <bdi>{letter.problem}</bdi>
        </Alert>
      )}
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
          ? t("Your name is shown as the sender. Readers cannot answer yet.")
          : t("Your name is shown as the sender. Answers go to {replyTo}.", { replyTo: reply_to })}
      </p>
      {account_email !== null && (
        <Switch
          label={t("Let readers answer to {accountEmail}", { accountEmail: account_email })}
          help={t(
            "Readers see this address when they answer. Otherwise answers go to the email of your seller details.",
          )}
          checked={save.isPending ? save.variables : sending.replies_to_account}
          disabled={save.isPending}
          onChange={({ currentTarget: { checked } }) => save.mutate(checked)}
        />
      )}
      {save.error && <Alert tone="bad">{errorMessage(save.error, t("Couldn't save."))}</Alert>}
    </div>
  );
}

/** Returns why nothing can be sent now, or null if it can. */
export function blockerOf(sending: Sending): string | null {
  const { blocked, recipients, recipients_left, emails_left, daily_recipients } = sending;
  if (blocked === "unverified") return t("Confirm your own email address to send emails.");
  if (blocked === "offline") return t("Your page is offline, so nothing is sent.");
  if (blocked === "stopped") return t("An administrator has stopped your emails.");
  if (blocked === "off") return t("Emails to the audience are switched off on your plan.");
  if (recipients === 0) return t("No one in your audience has confirmed yet.");
  if (emails_left === 0) return t("You have sent as many emails as you can within 24 hours.");
  if (recipients > recipients_left)
    return t(
      "Your audience has {recipients, plural, one {# person} other {# people}}. Your emails can reach {daily, plural, one {# person} other {# people}} within 24 hours, and {left} of them are left.",
      { recipients, daily: daily_recipients, left: formatNumber(recipients_left) },
    );
  return null;
}

export function limitsText({ recipients, recipients_left, emails_left }: Sending): string {
  return t(
    "Your audience: {recipients, plural, one {# person} other {# people}} who confirmed. Within 24 hours you can send {emails, plural, one {# more email} other {# more emails}}, to {left, plural, one {# person} other {# people}} in total.",
    { recipients, emails: emails_left, left: recipients_left },
  );
}
