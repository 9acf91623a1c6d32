import type { ModelOf } from "../../../contract/pages/pages.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

/** A discount code, collapsed because most buyers have none. The code reduces the price once it is applied. */
export function PayCode({ model: { entries, problems } }: { model: ModelOf<"pay"> }) {
  return (
    <details className="group" open={entries.code !== "" || problems.code !== undefined} data-part="code">
      <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-control font-semibold text-primary">
        {t("Enter a discount code")}
      </summary>
      <Field label={t("Discount code")} error={problems.code}>
        {(control) => (
          <div className="flex flex-wrap gap-2.5">
            <Input
              {...control}
              name="code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              defaultValue={entries.code}
              maxLength={limits.code.max}
              className="grow basis-40"
            />
            <Button type="submit" name="action" value="update">
              {t("Apply")}
            </Button>
          </div>
        )}
      </Field>
    </details>
  );
}
