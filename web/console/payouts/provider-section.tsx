import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import type { PaymentProvider } from "../../../contract/api/creators.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { DEFAULT_PROVIDER, PROVIDER_NAMES } from "../../../contract/rules/order-states.ts";
import { t } from "../../../contract/texts.ts";
import { configQuery } from "../../lib/config.ts";
import { SelectField, TextField } from "../../ui/form-fields.tsx";
import { Section } from "../sections/section.tsx";
import { SectionForm } from "../sections/section-form.tsx";
import { useProfileForm } from "../sections/use-profile-form.ts";

const ONCE_READY = t("Sales are charged once the account under ‘Get paid’ is ready.");

const PROVIDERS: readonly { value: PaymentProvider; label: string; example?: string; help?: string }[] = [
  { value: "none", label: t("None (mock checkout only)"), help: t("No money is charged for your products.") },
  { value: "stripe", label: "Stripe", example: "acct_…", help: ONCE_READY },
  {
    value: "mollie",
    label: "Mollie",
    example: "org_…",
    help: t("Mollie is not available yet. Your choice is saved for later."),
  },
];

const helpOf = (chosen: PaymentProvider) =>
  chosen === DEFAULT_PROVIDER
    ? ONCE_READY
    : t(
        "Sales are charged once the account under ‘Get paid’ is ready. The Creator plan is paid through {defaultProvider} all the same.",
        { defaultProvider: PROVIDER_NAMES[DEFAULT_PROVIDER] },
      );

const FIELDS = { paymentProvider: t("Provider"), paymentAccountId: t("Payment account ID") };

/** The provider for real payments. */
export function ProviderSection() {
  const { form, field, props } = useProfileForm(FIELDS);
  const chosen = useWatch({ control: form.control, name: "paymentProvider" });
  const { data: config } = useQuery(configQuery);
  const provider = PROVIDERS.find(({ value }) => value === chosen);
  const isOffered = config?.providers.some((offered) => offered === chosen);
  return (
    <Section
      id="provider"
      about={t("Who takes your buyers' payments. Connect your account under ‘Get paid’ below first.")}
    >
      <SectionForm id="provider" {...props}>
        <SelectField
          {...field("paymentProvider")}
          options={PROVIDERS}
          help={isOffered ? helpOf(chosen) : provider?.help}
        />
        {chosen !== "none" && (
          <TextField
            {...field("paymentAccountId")}
            optional
            help={t("A note for yourself, not used for payments. Only you can see it.")}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={limits.paymentAccountId.max}
            placeholder={provider?.example}
          />
        )}
      </SectionForm>
    </Section>
  );
}
