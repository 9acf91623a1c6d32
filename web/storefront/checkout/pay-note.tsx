import type { ModelOf } from "../../../contract/pages/pages.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";

/** A message to the creator with a tip. */
export function PayNote({ model: { entries, problems } }: { model: ModelOf<"pay"> }) {
  return (
    <Field
      label={t("Note to the creator")}
      optional
      help={t("At most {count, plural, one {# character} other {# characters}}. Only the creator reads it.", {
        count: limits.buyerNote.max,
      })}
      error={problems.note}
    >
      {(control) => (
        <Textarea {...control} name="note" defaultValue={entries.note} maxLength={limits.buyerNote.max} />
      )}
    </Field>
  );
}
