import { toast } from "sonner";
import { z } from "zod";
import { accountSecurityRoutes, RefundLimitInput } from "../../../../contract/api/account-security.ts";
import { DEFAULT_CURRENCY } from "../../../../contract/rules/limits.ts";
import { centsFromText, priceProblem, textFromCents } from "../../../../contract/rules/price-text.ts";
import { t } from "../../../../contract/texts.ts";
import { Loading } from "../../../widgets/loading.tsx";
import { ShortForm, useRequestForm } from "../../../widgets/request-form.tsx";
import { AmountField } from "../../editing/amount-field.tsx";
import { Section } from "../../sections/section.tsx";
import { refundLimitQuery, useSecurityChange } from "./queries.ts";

/** Converts the typed amount to cents. */
const Schema = z.object({
  limitCents: z
    .string()
    .superRefine((text, context) => {
      const message = priceProblem(text, DEFAULT_CURRENCY);
      if (message) context.addIssue({ code: "custom", message });
    })
    .transform((text) => centsFromText(text))
    .pipe(RefundLimitInput.shape.limitCents),
});

/** The daily refund limit above which the creator must confirm their identity. */
export function RefundLimitSection(props: { id: string; title: string }) {
  return (
    <Section
      {...props}
      about={t(
        "We ask you to confirm that it's you when your refunds within 24 hours come to more than this.",
      )}
    >
      <Loading query={refundLimitQuery} failure={t("Couldn't load the limit.")}>
        {({ limitCents }) => <LimitForm limitCents={limitCents} />}
      </Loading>
    </Section>
  );
}

function LimitForm({ limitCents }: { limitCents: number }) {
  const save = useSecurityChange(accountSecurityRoutes.saveRefundLimit);
  const limitForm = useRequestForm(Schema, {
    values: { limitCents: textFromCents(limitCents) },
    send: async (input, { reset }) => {
      await save.mutateAsync({ body: input });
      reset({ limitCents: textFromCents(input.limitCents) });
      toast.success(t("Limit saved"));
    },
    failure: t("Couldn't save the limit."),
  });
  return (
    <ShortForm
      {...limitForm}
      submitLabel={t("Save limit")}
      busyLabel={t("Saving…")}
      className="max-w-md gap-5"
    >
      <AmountField
        form={limitForm.form}
        name="limitCents"
        label={t("Ask me again for refunds above")}
        help={t("In the currency of each order. 0 asks before every refund.")}
      />
    </ShortForm>
  );
}
