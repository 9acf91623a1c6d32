import { useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { toast } from "sonner";
import type { CreatorEmailInput, Sending } from "../../../contract/api/audience-campaigns.ts";
import type { Letter } from "../../../contract/api/letters.ts";
import { t } from "../../../contract/texts.ts";
import { errorMessage } from "../../lib/api.ts";
import { setApiErrors } from "../../lib/form-errors.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { Name } from "../../ui/name.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { isSentAlready } from "../../widgets/email/queries.ts";
import { resetToSaved } from "../editing/saved-values.ts";
import { blockerOf, limitsText } from "./composer-notices.tsx";
import { type LetterContent, toFormValues } from "./letter-draft.ts";
import { peopleCount, useSaveLetter, useSendEmail, useSendTest } from "./queries.ts";
import { ScheduleDialog } from "./schedule-dialog.tsx";

const FAILURE = t("Couldn't save the email.");
const CHANGED = t("This email was changed in another tab or on another device.");

type ComposerButtonsProps = {
  form: UseFormReturn<LetterContent, unknown, CreatorEmailInput>;
  letter: Letter | null;
  sending: Sending | undefined;
  /** The creator's email, which receives the test. */
  email: string;
  isUploading: boolean;
  /** Saves the form, unless the email was changed elsewhere after the form was opened. */
  saveBased: (
    request: (current: Letter | null) => Promise<Letter>,
    again: () => void,
  ) => Promise<Letter | undefined>;
  onSaved: (letter: Letter) => void;
  onSent: () => void;
};

/** Sends an email to everyone or as a test, schedules it and saves it. */
export function ComposerButtons(props: ComposerButtonsProps) {
  const { form, letter, sending, email, isUploading, saveBased, onSaved, onSent } = props;
  const [toConfirm, setToConfirm] = useState<CreatorEmailInput | null>(null);
  const [isScheduling, setScheduling] = useState(false);
  const send = useSendEmail({
    onSent: () => {
      setToConfirm(null);
      onSent();
    },
  });
  const test = useSendTest(email);
  const saveLetter = useSaveLetter();
  const blocker = sending && blockerOf(sending);
  const isRepeated = isSentAlready(send.error);
  const people = peopleCount(sending?.recipients ?? 0);

  /** Saves the form, complete or not, optionally with a new time. Returns the reason for a failure, or null. */
  const saveNow = async (done: string, time?: { sendAt: string | null }): Promise<string | null> => {
    const values = form.getValues();
    form.clearErrors("root");
    try {
      const saved = await saveBased(
        (current) => saveLetter.mutateAsync({ letter: current, body: { ...values, ...time } }),
        () => void save(done, time),
      );
      if (!saved) return CHANGED;
      resetToSaved(form, toFormValues(saved), values);
      onSaved(saved);
      toast.success(done);
      return null;
    } catch (error) {
      // The dialog shows the error of a time at its field.
      if (!time?.sendAt) setApiErrors(form, error, { fallback: FAILURE });
      return errorMessage(error, FAILURE);
    }
  };
  const save = useInTurn(saveNow);
  const withInput = (then: (input: CreatorEmailInput) => void) => () => void form.handleSubmit(then)();
  const sendTest = withInput((input) =>
    test.mutate(input, {
      onError: (error) => setApiErrors(form, error, { fallback: t("Couldn't send the email.") }),
    }),
  );
  const isScheduled = letter?.send_at != null;
  const cannotSend = !sending || sending.blocked !== null || isUploading;
  return (
    <>
      <div className="flex flex-wrap gap-2.5">
        <Button
          variant="primary"
          onClick={withInput(setToConfirm)}
          disabled={!sending || blocker !== null || isUploading}
        >
          {isScheduled ? t("Send now") : t("Send email")}
        </Button>
        <Button onClick={withInput(() => setScheduling(true))} disabled={cannotSend}>
          {isScheduled ? t("Change time") : t("Schedule")}
        </Button>
        <Button
          onClick={() => void save(isScheduled ? t("Email saved.") : t("Draft saved."))}
          busy={saveLetter.isPending}
          disabled={isUploading}
        >
          {isScheduled ? t("Save changes") : t("Save draft")}
        </Button>
        {isScheduled && (
          <Button onClick={() => void save(t("Not scheduled any more: it is a draft."), { sendAt: null })}>
            {t("Cancel schedule")}
          </Button>
        )}
        <Button onClick={sendTest} busy={test.isPending} disabled={cannotSend}>
          {test.isPending ? t("Sending…") : t("Send test to me")}
        </Button>
      </div>
      {sending && <p className="text-sm text-muted">{limitsText(sending)}</p>}
      <ConfirmDialog
        open={toConfirm !== null}
        title={isRepeated ? t("Send this email again?") : t("Send this email?")}
        confirm={isRepeated ? t("Send again to {people}", { people }) : t("Send to {people}", { people })}
        doing={t("Sending…")}
        variant="primary"
        failure={t("Couldn't send the email.")}
        work={send}
        onConfirm={() =>
          toConfirm &&
          send.mutate({
            ...toConfirm,
            ...(letter && { letterId: letter.id }),
            ...(isRepeated && { again: true }),
          })
        }
        onClose={() => setToConfirm(null)}
      >
        {rich("{subject} goes to everyone in your audience who has confirmed. This cannot be undone.", {
          subject: <Name>{toConfirm?.subject}</Name>,
        })}
      </ConfirmDialog>
      {sending && (
        <ScheduleDialog
          open={isScheduling}
          sendAt={letter?.send_at ?? null}
          timeZone={sending.time_zone}
          schedule={(sendAt) => save(t("Email scheduled."), { sendAt })}
          onClose={() => setScheduling(false)}
        />
      )}
    </>
  );
}

/** Runs calls one after another, because a second save during the first one would create another draft. */
function useInTurn<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (...args: Args): Promise<Result> => {
    const next = last.current.then(() => work(...args));
    last.current = next.catch(() => undefined);
    return next;
  };
}
