import type { ModelOf } from "../../../contract/pages/pages.ts";
import { hasPostalCode } from "../../../contract/rules/addresses.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { t, text } from "../../../contract/texts.ts";
import { countryOptions } from "../../lib/seller.ts";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { PageField } from "../layout/page-field.tsx";

const { max } = limits.addressLine;
/** The lines of a postal address, in the order of most countries. */
const LINES = [
  { name: "name", label: text("Name"), autoComplete: "name", maxLength: max },
  { name: "line1", label: text("Street and number"), autoComplete: "address-line1", maxLength: max },
  {
    name: "line2",
    label: text("Apartment, company"),
    autoComplete: "address-line2",
    maxLength: max,
    optional: true,
  },
  {
    name: "postalCode",
    label: text("Postal code"),
    autoComplete: "postal-code",
    maxLength: limits.postalCode.max,
  },
  { name: "city", label: text("City"), autoComplete: "address-level2", maxLength: max },
  {
    name: "state",
    label: text("State or region"),
    autoComplete: "address-level1",
    maxLength: max,
    optional: true,
  },
] as const;

/** The delivery address. The country comes first, because the shipping cost depends on it. */
export function PayAddress({ model }: { model: ModelOf<"pay"> }) {
  const { order, entries, problems } = model;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 font-semibold">{t("Delivery address")}</legend>
      <Field label={t("Country")} error={problems.country}>
        {(control) => (
          <Select
            {...control}
            name="country"
            autoComplete="shipping country"
            defaultValue={entries.country}
            data-updates=""
            options={countryOptions(order.countries)}
          >
            {order.countries.length > 1 && <option value="">{t("Choose a country")}</option>}
          </Select>
        )}
      </Field>
      {LINES.map((line) => (
        <PageField
          key={line.name}
          form={model}
          {...line}
          label={t(line.label)}
          {...(line.name === "postalCode" && postalCodeProps(order.countries))}
          autoComplete={`shipping ${line.autoComplete}`}
        />
      ))}
    </fieldset>
  );
}

/** The label of the postal code. It fits every country of the list, because it stays the same for every choice. */
function postalCodeProps(countries: readonly string[]) {
  const withCodes = countries.filter(hasPostalCode);
  if (withCodes.length === 0) return { optional: true };
  return withCodes.length < countries.length ? { help: t("Leave it empty if your country has none.") } : {};
}
