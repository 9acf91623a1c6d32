import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import type { z } from "zod";
import { AnswerInput, moderationRoutes, type ReportDetail } from "../../../contract/api/moderation.ts";
import { request } from "../../lib/api.ts";
import { submitHandler } from "../../lib/form-errors.ts";
import { Card } from "../../ui/card.tsx";
import { FormErrorNotice, SubmitButton } from "../../ui/form-actions.tsx";
import { SelectField, TextAreaField } from "../../ui/form-fields.tsx";

type FormProps = { report: ReportDetail; onDone: (report: ReportDetail) => Promise<void> };

const OUTCOMES = [
  { value: "upheld", label: "The decision stays" },
  { value: "reversed", label: "Take the decision back" },
];

/** Answers the objection of a creator. */
export function AnswerForm({ report, onDone }: FormProps) {
  const form = useForm<z.input<typeof AnswerInput>, unknown, z.output<typeof AnswerInput>>({
    resolver: zodResolver(AnswerInput),
    defaultValues: { outcome: "upheld", reason: "" },
  });
  const submit = submitHandler(
    form,
    async (body) => {
      const answered = await request(moderationRoutes.answer, { params: { id: report.id }, body });
      toast.success("Answered. The creator was emailed.");
      await onDone(answered.report);
    },
    { fallback: "Couldn't answer the objection" },
  );
  return (
    <Card title="Answer the objection">
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4 sm:gap-5">
        <SelectField form={form} name="outcome" label="Outcome" options={OUTCOMES} />
        <TextAreaField form={form} name="reason" label="Reason" rows={4} help="The creator reads this." />
        <FormErrorNotice form={form} />
        <SubmitButton
          busy={form.formState.isSubmitting}
          busyLabel="Answering…"
          className="justify-self-start"
        >
          Answer
        </SubmitButton>
      </form>
    </Card>
  );
}

const LiftInput = moderationRoutes.lift.body;

/** Takes a decision back without an objection. */
export function LiftForm({ report, onDone }: FormProps) {
  const form = useForm<z.input<typeof LiftInput>, unknown, z.output<typeof LiftInput>>({
    resolver: zodResolver(LiftInput),
    defaultValues: { reason: "" },
  });
  const submit = submitHandler(
    form,
    async (body) => {
      const lifted = await request(moderationRoutes.lift, { params: { id: report.id }, body });
      toast.success("Taken back. The creator was emailed.");
      await onDone(lifted.report);
    },
    { fallback: "Couldn't take the decision back" },
  );
  return (
    <Card title="Take the decision back">
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4 sm:gap-5">
        <TextAreaField
          form={form}
          name="reason"
          label="Reason"
          rows={3}
          help="The creator reads this. The page becomes what it was before."
        />
        <FormErrorNotice form={form} />
        <SubmitButton
          busy={form.formState.isSubmitting}
          busyLabel="Taking back…"
          className="justify-self-start"
        >
          Take back
        </SubmitButton>
      </form>
    </Card>
  );
}
