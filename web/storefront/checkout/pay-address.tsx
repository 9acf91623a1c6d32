import type { PageModel } from "../../../contract/pages/pages.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { countryName } from "../../lib/seller.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";

type PayModel = Extract<PageModel, { page: "pay" }>;

/** The lines of a postal address, in the order in which most countries write them. */
const LINES = [
  { name: "name", label: "Name", autoComplete: "shipping name", max: limits.addressLine.max },
  {
    name: "line1",
    label: "Street and number",
    autoComplete: "shipping address-line1",
    max: limits.addressLine.max,
  },
  {
    name: "line2",
    label: "Apartment, company",
    autoComplete: "shipping address-line2",
    max: limits.addressLine.max,
    optional: true,
  },
  {
    name: "postalCode",
    label: "Postal code",
    autoComplete: "shipping postal-code",
    max: limits.postalCode.max,
  },
  { name: "city", label: "City", autoComplete: "shipping address-level2", max: limits.addressLine.max },
  {
    name: "state",
    label: "State or region",
    autoComplete: "shipping address-level1",
    max: limits.addressLine.max,
    optional: true,
  },
] as const;

/** Where the product is sent. The country comes first, because the shipping cost depends on it. */
export function PayAddress({ model: { order, entries, problems } }: { model: PayModel }) {
  const countries = order.countries
    .map((code) => ({ code, name: countryName(code) }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 font-semibold">Delivery address</legend>
      <Field label="Country" error={problems.country}>
        {(control) => (
          <Select
            {...control}
            name="country"
            autoComplete="shipping country"
            defaultValue={entries.country}
            data-updates=""
          >
            {countries.length > 1 && <option value="">Choose a country</option>}
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {LINES.map((line) => (
        <Field key={line.name} label={line.label} optional={"optional" in line} error={problems[line.name]}>
          {(control) => (
            <Input
              {...control}
              name={line.name}
              autoComplete={line.autoComplete}
              defaultValue={entries[line.name]}
              maxLength={line.max}
            />
          )}
        </Field>
      ))}
    </fieldset>
  );
}
