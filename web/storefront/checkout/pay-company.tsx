import type { ModelOf } from "../../../contract/pages/pages.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import { PageField } from "../layout/page-field.tsx";

/** Company name and VAT ID, collapsed because most buyers are private. */
export function PayCompany({ model }: { model: ModelOf<"pay"> }) {
  const { entries, problems } = model;
  const isOpen = [entries.company, entries.vatId].some((entry) => entry !== "");
  const isWrong = problems.company !== undefined || problems.vatId !== undefined;
  return (
    <details open={isOpen || isWrong}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-control font-semibold text-primary">
        {t("Buying for a company?")}
      </summary>
      <div className="grid gap-4 pb-1">
        <PageField
          form={model}
          name="company"
          label={t("Company")}
          optional
          help={t("Goes on your receipt.")}
          autoComplete="organization"
          maxLength={limits.company.max}
        />
        <PageField
          form={model}
          name="vatId"
          label={t("VAT ID")}
          optional
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={limits.vatId.max}
        />
      </div>
    </details>
  );
}
