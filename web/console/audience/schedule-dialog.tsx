import { useForm } from "react-hook-form";
import { t } from "../../../contract/texts.ts";
import { toLocalInput } from "../../lib/time-fields.ts";
import { TimeField } from "../../ui/form-fields.tsx";
import { DialogForm, FormDialog } from "../../widgets/form-dialog.tsx";

type ScheduleDialogProps = {
  open: boolean;
  /** The current time, or null. */
  sendAt: string | null;
  timeZone: string;
  /** Saves the email with the time. Resolves to the error message, or null. */
  schedule: (sendAt: string) => Promise<string | null>;
  onClose: () => void;
};

/** Asks for the time to send an email. */
export function ScheduleDialog({ open, sendAt, timeZone, schedule, onClose }: ScheduleDialogProps) {
  return (
    <FormDialog open={open} title={t("When is it sent?")} onClose={onClose}>
      <ScheduleForm sendAt={sendAt} timeZone={timeZone} schedule={schedule} onClose={onClose} />
    </FormDialog>
  );
}

function ScheduleForm({ sendAt, timeZone, schedule, onClose }: Omit<ScheduleDialogProps, "open">) {
  const form = useForm({ defaultValues: { sendAt: toLocalInput(sendAt, timeZone) } });
  const submit = form.handleSubmit(async ({ sendAt: entered }) => {
    if (entered === "")
      return form.setError("sendAt", { message: t("Choose a time.") }, { shouldFocus: true });
    const problem = await schedule(entered);
    if (problem === null) onClose();
    else form.setError("sendAt", { message: problem }, { shouldFocus: true });
  });
  return (
    <DialogForm form={form} onSubmit={submit} submitLabel={t("Schedule email")} busyLabel={t("Scheduling…")}>
      <TimeField
        form={form}
        name="sendAt"
        label={t("Time")}
        help={t(
          "Local time in {timeZone}, your time zone in the settings. Sent within a minute after it, to everyone who has confirmed by then. You can change it until then.",
          { timeZone: timeZone.replaceAll("_", " ") },
        )}
      />
    </DialogForm>
  );
}
