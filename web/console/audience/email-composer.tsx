import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { CreatorEmailInput, type Sending } from "../../../contract/api/audience-campaigns.ts";
import { formatNumber } from "../../../contract/rules/formats.ts";
import { errorMessage } from "../../lib/api.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { setApiErrors } from "../../lib/form-errors.ts";
import { useSettled } from "../../lib/use-debounced-value.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { FormErrorNotice } from "../../ui/form-actions.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { EmailEditor } from "../../widgets/email/email-editor.tsx";
import { type EmailContent, EmailFields } from "../../widgets/email/email-fields.tsx";
import { useCreator } from "../creator-context.ts";
import { emailPreviewQuery, peopleCount, sendingQuery, useSendEmail, useSendTest } from "./queries.ts";

/** Validates the form as the server validates the request. */
const EmailForm = z
  .custom<EmailContent>()
  .transform((values): z.input<typeof CreatorEmailInput> => values)
  .pipe(CreatorEmailInput);
type Form = UseFormReturn<EmailContent, unknown, CreatorEmailInput>;
const EMPTY = { subject: "", body: "", ctaLabel: "", ctaUrl: "" };
const CTA_LABELS = { label: "Button", url: "Link of the button" };

/** Composes an email to the audience. A test goes to the creator alone; sending asks first and states the number of recipients. */
export function EmailComposer() {
  const creator = useCreator();
  const form: Form = useForm<EmailContent, unknown, CreatorEmailInput>({
    mode: "onTouched",
    resolver: zodResolver(EmailForm),
    defaultValues: EMPTY,
  });
  const isRestored = useFormDraft("creator-email", form, EmailForm, { creatorId: creator.id });
  const values = useWatch({ control: form.control, compute: (all: EmailContent) => all });
  const sending = useQuery(sendingQuery);
  const preview = useQuery(emailPreviewQuery(useSettled(values)));
  return (
    <EmailEditor
      isRestored={isRestored}
      hasUnsaved={form.formState.isDirty}
      subject={values.subject}
      preview={preview}
    >
      <ComposerForm form={form} email={creator.email} sending={sending.data}>
        {sending.isError && (
          <LoadFailure onRetry={sending.refetch} busy={sending.isFetching}>
            {errorMessage(sending.error, "Couldn't load what you can send.")}
          </LoadFailure>
        )}
      </ComposerForm>
    </EmailEditor>
  );
}

type ComposerFormProps = {
  form: Form;
  email: string;
  sending: Sending | undefined;
  /** Why it is not known what can be sent. */
  children: ReactNode;
};

function ComposerForm({ form, email, sending, children }: ComposerFormProps) {
  const [toConfirm, setToConfirm] = useState<CreatorEmailInput | null>(null);
  const send = useSendEmail({
    onSent: () => {
      form.reset(EMPTY);
      setToConfirm(null);
    },
  });
  const test = useSendTest(email);
  const showFailure = (error: Error) =>
    setApiErrors(form, error, { fallback: "The email could not be sent." });
  const submitTest = form.handleSubmit((input) => test.mutate(input, { onError: showFailure }));
  const blocker = sending && blockerOf(sending);
  return (
    <form noValidate onSubmit={form.handleSubmit(setToConfirm)} className="grid grid-cols-1 gap-5">
      <h2 className="text-xl">Write to your audience</h2>
      {children}
      {blocker && <Alert tone="warn">{blocker}</Alert>}
      <EmailFields form={form} ctaLabels={CTA_LABELS} ctaPlaceholder="Read more" />
      <FormErrorNotice form={form} />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="primary" disabled={!sending || blocker !== null}>
          Send email
        </Button>
        <Button
          onClick={() => void submitTest()}
          busy={test.isPending}
          disabled={!sending || sending.blocked !== null}
        >
          {test.isPending ? "Sending…" : "Send test to me"}
        </Button>
      </div>
      {sending && <p className="text-sm text-muted">{limitsText(sending)}</p>}
      <ConfirmDialog
        open={toConfirm !== null}
        title="Send this email?"
        confirm={`Send to ${peopleCount(sending?.recipients ?? 0)}`}
        doing="Sending…"
        variant="primary"
        failure="The email could not be sent."
        work={send}
        onConfirm={() => toConfirm && send.mutate(toConfirm)}
        onClose={() => setToConfirm(null)}
      >
        <strong className="font-semibold text-ink">
          <bdi>{toConfirm?.subject}</bdi>
        </strong>{" "}
        goes to everyone in your audience who has confirmed. This cannot be undone.
      </ConfirmDialog>
    </form>
  );
}

/** Returns why nothing can be sent now; null when it can. */
function blockerOf(sending: Sending): string | null {
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

function limitsText({ recipients, recipients_left, emails_left }: Sending): string {
  const emails = emails_left === 1 ? "1 more email" : `${emails_left} more emails`;
  return `Your audience: ${peopleCount(recipients)} who confirmed. Within 24 hours you can send ${emails}, to ${peopleCount(recipients_left)} in total.`;
}
