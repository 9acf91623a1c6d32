import { AnswerInput, moderationRoutes, type ReportDetail } from "../../../contract/api/moderation.ts";
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
  { value: "upheld", label: "The decision stays" },
  { value: "reversed", label: "Take the decision back" },
];

/** Answers the objection of a creator. */
export function AnswerForm({ report, onDone }: ReportFormProps) {
  const { form, onSubmit } = useRequestForm(AnswerInput, {
    values: { outcome: "upheld", reason: "" },
    send: async (body) => {
      const answered = await request(moderationRoutes.answer, { params: { id: report.id }, body });
      await onDone(answered, "Answered. The creator was emailed.");
    },
    failure: "Couldn't answer the objection.",
  });
  return (
    <Card title="Answer the objection">
      <ShortForm form={form} onSubmit={onSubmit} submitLabel="Answer" busyLabel="Answering…">
        <SelectField form={form} name="outcome" label="Outcome" options={OUTCOMES} />
        <TextAreaField form={form} name="reason" label="Reason" rows={4} help="The creator reads this." />
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
      await onDone(lifted, "Taken back. The creator was emailed.");
    },
    failure: "Couldn't take the decision back.",
  });
  return (
    <Card title="Take the decision back">
      <ShortForm form={form} onSubmit={onSubmit} submitLabel="Take back" busyLabel="Taking back…">
        <TextAreaField
          form={form}
          name="reason"
          label="Reason"
          rows={3}
          help="The creator reads this. The page becomes what it was before."
        />
      </ShortForm>
    </Card>
  );
}
