import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import type { PaymentProvider } from "../../../contract/api/creators.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { DEFAULT_PROVIDER, PROVIDER_NAMES } from "../../../contract/rules/order-states.ts";
import { configQuery } from "../../lib/config.ts";
import { SelectField, TextField } from "../../ui/form-fields.tsx";
import { Section } from "../sections/section.tsx";
import { SectionForm } from "../sections/section-form.tsx";
import { useProfileForm } from "../sections/use-profile-form.ts";

const ONCE_READY = "Sales are charged once the account under ‘Get paid’ is ready.";

const PROVIDERS: readonly { value: PaymentProvider; label: string; example?: string; help?: string }[] = [
  { value: "none", label: "None (mock checkout only)", help: "No money is charged for your products." },
  { value: "stripe", label: "Stripe", example: "acct_…", help: ONCE_READY },
  {
    value: "mollie",
    label: "Mollie",
    example: "org_…",
    help: "Mollie is not available yet. Your choice is saved for later.",
  },
];

const helpOf = (chosen: PaymentProvider) =>
  chosen === DEFAULT_PROVIDER
    ? ONCE_READY
    : `${ONCE_READY} The Creator plan is paid through ${PROVIDER_NAMES[DEFAULT_PROVIDER]} all the same.`;

const FIELDS = { paymentProvider: "Provider", paymentAccountId: "Payment account ID" };

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
      about="Who takes your buyers' payments. Connect your account under ‘Get paid’ below first."
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
            help="A note for yourself, not used for payments. Only you can see it."
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
