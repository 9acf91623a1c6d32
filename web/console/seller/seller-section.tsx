import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { Seller, type SellerInput, sellerRoutes, sellerVersion } from "../../../contract/api/sellers.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";

import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import { EmailField, SelectField, TextAreaField, TextField, UrlField } from "../../ui/form-fields.tsx";
import { ExplainedRadio } from "../../ui/radio-card.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Loading } from "../../widgets/loading.tsx";
import { SoldBy } from "../../widgets/sold-by.tsx";
import { useCreator } from "../creator-context.ts";
import { connectQuery } from "../payouts/connect-queries.ts";
import { Section } from "../sections/section.tsx";
import { SectionForm, useSectionForm } from "../sections/section-form.tsx";
import { COUNTRY_OPTIONS, SellerFormInput, type SellerFormValues, toSellerValues } from "./seller-draft.ts";
import { sellerQuery } from "./seller-queries.ts";

/** The seller of the page, shown on the public legal page. */
export function SellerSection() {
  return (
    <Section
      id="seller"
      about={t("Buyers must be able to see who they buy from. Required before you can sell for real money.")}
    >
      <Loading
        query={sellerQuery}
        failure={t("Couldn't load seller details.")}
        label={t("Loading seller details")}
        // About the height of the form.
        shapes={["h-370 w-full rounded-control sm:h-270"]}
      >
        {(seller) => (
          <>
            {seller === null && <NoSeller />}
            <SellerForm seller={seller} />
          </>
        )}
      </Loading>
    </Section>
  );
}

/** Says that the details are missing, with a warning if the account is ready for real sales. */
function NoSeller() {
  const { payment_provider: provider } = useCreator();
  const { data: status } = useQuery(connectQuery);
  if (provider === "none" || !status?.canSell || status.mode === "sandbox")
    return <p>{t("No seller details yet.")}</p>;
  return <Alert tone="warn">{t("Buyers can't pay until you add your seller details.")}</Alert>;
}

const FIELDS: Record<keyof SellerFormValues, string> = {
  isTrader: t("How you sell"),
  legalName: t("Legal name"),
  address: t("Postal address"),
  country: t("Country"),
  email: t("Email"),
  phone: t("Phone"),
  vatId: t("VAT ID"),
  register: t("Register entry"),
  taxNote: t("Tax note"),
  termsUrl: t("Terms and conditions"),
  deliveryTime: t("Delivery time"),
  paysReturn: t("Who pays the return"),
  withdrawalNote: t("Note on withdrawals"),
};

type SellerFields = ReturnType<typeof useSectionForm<SellerFormValues, SellerInput, Seller | null>>;

/** The details that the public legal page shows. */
function SellerForm({ seller }: { seller: Seller | null }) {
  const queryClient = useQueryClient();
  const { handle } = useCreator();
  const section = useSectionForm(SellerFormInput, {
    fields: FIELDS,
    saved: seller,
    entity: Seller.nullable(),
    toValues: toSellerValues,
  });
  const { form, field } = section;
  const save = async (body: SellerInput, read: Seller | null) => {
    const version = sellerVersion(read);
    const { seller: saved } = await request(sellerRoutes.save, { body, version });
    queryClient.setQueryData(sellerQuery.queryKey, saved);
    return saved;
  };
  return (
    <SectionForm id="seller" section={section} save={save} isNew={seller === null}>
      {seller && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p dir="auto" className="[overflow-wrap:anywhere]">
            <SoldBy name={seller.legal_name} country={seller.country} is_trader={seller.is_trader} />
          </p>
          <Button href={paths.legal(handle)}>{t("View the public page")}</Button>
        </div>
      )}
      <p className="text-[15px] text-muted">{t("Everything you enter here is public on your page.")}</p>
      <KindField {...section} />
      <TextField
        {...field("legalName")}
        help={t("Your own name, or that of your company with its legal form.")}
        autoComplete="organization"
        maxLength={limits.legalName.max}
      />
      <TextAreaField
        {...field("address")}
        help={t("Street, postal code and town.")}
        autoComplete="street-address"
        maxLength={limits.postalAddress.max}
      />
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        <SelectField {...field("country")} options={COUNTRY_OPTIONS} autoComplete="country" />
        <EmailField {...field("email")} help={t("Where buyers can reach you.")} />
        <TextField {...field("phone")} optional type="tel" autoComplete="tel" maxLength={limits.phone.max} />
        <TextField {...field("vatId")} optional maxLength={limits.vatId.max} />
      </div>
      <TextField
        {...field("register")}
        optional
        help={t("The court or register and your number in it.")}
        maxLength={limits.register.max}
      />
      <TextField
        {...field("taxNote")}
        optional
        help={t("Shown on receipts when you charge no VAT, such as “No VAT is charged under § 19 UStG.”")}
        maxLength={limits.taxNote.max}
      />
      <UrlField {...field("termsUrl")} optional maxLength={limits.url.max} />
      <TextField
        {...field("deliveryTime")}
        optional
        help={t(
          "Of goods, such as “3 to 5 working days within the EU”. Shown beside them, before the order and in the receipt.",
        )}
        maxLength={limits.deliveryTime.max}
      />
      {form.watch("isTrader") !== "private" && <WithdrawalFields {...section} />}
    </SectionForm>
  );
}

/** A business's additions to the standard text about withdrawal. */
function WithdrawalFields({ form, field }: SellerFields) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4">
      <legend className="mb-1.5 font-semibold">{t("Right of withdrawal")}</legend>
      <p className="text-[15px] text-muted">
        {t(
          "Buyers read the standard text for goods, files and services before the order, in the receipt and on your page of seller details.",
        )}
      </p>
      <Switch label={t("I pay for goods that are sent back")} {...form.register("paysReturn")} />
      <TextAreaField
        {...field("withdrawalNote")}
        optional
        help={t("Added to the standard text, such as what is made to measure and cannot be returned.")}
        maxLength={limits.withdrawalNote.max}
      />
    </fieldset>
  );
}

const KINDS = [
  {
    value: "business",
    label: t("As a business"),
    about: t("Also self-employed. EU consumer rights apply to your sales."),
  },
  {
    value: "private",
    label: t("As a private person"),
    about: t("Occasional sales only. EU consumer rights do not apply."),
  },
] as const;

function KindField({ form }: SellerFields) {
  const id = useId();
  const error = form.getFieldState("isTrader", form.formState).error?.message;
  return (
    <fieldset
      className="grid min-w-0 grid-cols-1 gap-2.5 sm:grid-cols-2"
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="mb-1.5 font-semibold">{t("How do you sell?")}</legend>
      {KINDS.map(({ value, label, about }) => (
        <ExplainedRadio
          key={value}
          value={value}
          {...form.register("isTrader")}
          label={label}
          about={about}
        />
      ))}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
