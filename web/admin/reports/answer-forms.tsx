import { AnswerInput, moderationRoutes, type ReportDetail } from "../../../contract/api/moderation.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { Card } from "../../ui/card.tsx";
import { SelectField, TextAreaField } from "../../ui/form-fields.tsx";
import { ShortForm, useRequestForm } from "../../widgets/request-form.tsx";

export type ReportFormProps = {
  report: ReportDetail;
  /** Receives the changed report and a message. */
  onDone: (changed: { report: ReportDetail }, done: string) => Promise<void>;
};

const OUTCOMES = [
  { value: "upheld", label: t("The decision stays") },
  { value: "reversed", label: t("Take the decision back") },
];

/** Answers the objection of a creator. */
export function AnswerForm({ report, onDone }: ReportFormProps) {
  const { form, onSubmit } = useRequestForm(AnswerInput, {
    values: { outcome: "upheld", reason: "" },
    send: async (body) => {
      const answered = await request(moderationRoutes.answer, { params: { id: report.id }, body });
      await onDone(answered, t("Answered. The creator was emailed."));
    },
    failure: t("Couldn't answer the objection."),
  });
  return (
    <Card title={t("Answer the objection")}>
      <ShortForm form={form} onSubmit={onSubmit} submitLabel={t("Send answer")} busyLabel={t("Answering…")}>
        <SelectField form={form} name="outcome" label={t("Outcome")} options={OUTCOMES} />
        <TextAreaField
          form={form}
          name="reason"
          label={t("Reason")}
          rows={4}
          help={t("The creator reads this.")}
        />
      </ShortForm>
    </Card>
  );
}

/** Lifts a decision without an objection. */
export function LiftForm({ report, onDone }: ReportFormProps) {
  const { form, onSubmit } = useRequestForm(moderationRoutes.lift.body, {
    values: { reason: "" },
    send: async (body) => {
      const lifted = await request(moderationRoutes.lift, { params: { id: report.id }, body });
      await onDone(lifted, t("Taken back. The creator was emailed."));
    },
    failure: t("Couldn't take the decision back."),
  });
  return (
    <Card title={t("Take the decision back")}>
      <ShortForm form={form} onSubmit={onSubmit} submitLabel={t("Take back")} busyLabel={t("Taking back…")}>
        <TextAreaField
          form={form}
          name="reason"
          label={t("Reason")}
          rows={3}
          help={t("The creator reads this. The page becomes what it was before.")}
        />
      </ShortForm>
    </Card>
  );
}
