import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ConnectStatus, connectMessages, SELLING_COUNTRIES } from "../../../contract/api/connect.ts";
import { regionOf } from "../../../contract/rules/formats.ts";
import { DEFAULT_PROVIDER } from "../../../contract/rules/order-states.ts";
import { sentence, t } from "../../../contract/texts.ts";
import { countryOptions } from "../../lib/seller.ts";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { sellerQuery } from "../seller/seller-queries.ts";
import type { WayToProvider } from "./connect-queries.ts";
import { LeaveDialog } from "./leave-dialog.tsx";
import { MissingList } from "./missing-list.tsx";
import { type Onboarding, onboardingButtons, suggestCountry } from "./onboarding.ts";

const EXPLANATIONS: Record<Onboarding, string> = {
  "not-connected": t(
    "Stripe receives your sales and tips and pays them out to you. You'll leave this page to enter your details at Stripe, which takes a few minutes, and then return here. We never see your documents or bank details.",
  ),
  due: t("Stripe needs more details. You'll leave this page, continue where you stopped, and return here."),
  ready: t(
    "Your account is complete. You'll leave this page to manage it at Stripe, and can return at any time.",
  ),
};

type OnboardingDialogProps = {
  status: ConnectStatus;
  state: Onboarding;
  open: boolean;
  onClose: () => void;
};

/** Explains the next step and leads to the payment provider. */
export function OnboardingDialog({ status, state, open, onClose }: OnboardingDialogProps) {
  const seller = useQueryClient().getQueryData(sellerQuery.queryKey);
  const [chosen, setChosen] = useState<string | null>(null);
  const country = chosen ?? suggestCountry([seller?.country, ...navigator.languages.map(regionOf)]);
  const [isMissing, setIsMissing] = useState(false);
  const isNew = state === "not-connected";
  const asksCountry = isNew && status.mode !== "sandbox";
  const proceed = (): WayToProvider | null => {
    const lacksCountry = asksCountry && country === "";
    setIsMissing(lacksCountry);
    if (lacksCountry) return null;
    return { way: isNew ? "connect" : "manage", country: asksCountry ? country : undefined };
  };
  return (
    <LeaveDialog
      open={open}
      title={onboardingButtons[state]}
      provider={DEFAULT_PROVIDER}
      failure={isNew ? t("Unable to start onboarding") : t("Unable to refresh onboarding")}
      onProceed={proceed}
      onClose={() => {
        setIsMissing(false);
        onClose();
      }}
    >
      <p className="text-muted">{EXPLANATIONS[state]}</p>
      {state === "due" && status.account && <MissingList requirements={status.account.requirements} />}
      {asksCountry && (
        <Field
          label={t("Country you sell from")}
          help={t("This cannot be changed later.")}
          error={isMissing ? sentence(connectMessages.country) : undefined}
        >
          {(control) => (
            <Select
              {...control}
              value={country}
              autoComplete="country"
              options={countryOptions(SELLING_COUNTRIES)}
              onChange={(event) => {
                setChosen(event.target.value);
                setIsMissing(false);
              }}
            >
              <option value="" disabled>
                {t("Choose a country")}
              </option>
            </Select>
          )}
        </Field>
      )}
    </LeaveDialog>
  );
}
