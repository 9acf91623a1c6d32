import type { PageModel } from "../../../contract/pages/pages.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

type PayModel = Extract<PageModel, { page: "pay" }>;

/** Name and VAT ID of a company, folded away because most buyers are none. */
export function PayCompany({ model: { entries, problems } }: { model: PayModel }) {
  const isOpen = [entries.company, entries.vatId].some((entry) => entry !== "");
  const isWrong = problems.company !== undefined || problems.vatId !== undefined;
  return (
    <details open={isOpen || isWrong}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-control font-semibold text-primary">
        Buying for a company?
      </summary>
      <div className="grid gap-4 pb-1">
        <Field label="Company" optional help="Goes on your receipt." error={problems.company}>
          {(control) => (
            <Input
              {...control}
              name="company"
              autoComplete="organization"
              defaultValue={entries.company}
              maxLength={limits.company.max}
            />
          )}
        </Field>
        <Field label="VAT ID" optional error={problems.vatId}>
          {(control) => (
            <Input
              {...control}
              name="vatId"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              defaultValue={entries.vatId}
              maxLength={limits.vatId.max}
            />
          )}
        </Field>
      </div>
    </details>
  );
}
