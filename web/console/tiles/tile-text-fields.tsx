import { limits } from "../../../contract/rules/limits.ts";
import { type TileType, tileTypeRules } from "../../../contract/rules/tile-types.ts";
import { t } from "../../../contract/texts.ts";
import { TextField } from "../../ui/form-fields.tsx";
import { DescriptionField } from "../descriptions/description-field.tsx";
import type { TileFormState } from "./tile-draft.ts";

type TextFieldProps = { form: TileFormState; type: TileType };

export function TileTitleField({ form, type }: TextFieldProps) {
  const isOptional = !tileTypeRules(type).needsTitle;
  return (
    <TextField
      form={form}
      name="title"
      label={t("Title")}
      optional={isOptional}
      maxLength={limits.tileTitle.max}
    />
  );
}

const LABELS: Partial<Record<TileType, string>> = {
  text: t("Text"),
  questions: t("Questions and answers"),
  picture: t("Caption"),
  gallery: t("Caption"),
};

/** The formatted text: the description of a tile, or the content of a block. */
export function TileDescriptionField({ form, type }: TextFieldProps) {
  return (
    <DescriptionField
      form={form}
      name="description"
      label={LABELS[type]}
      optional={tileTypeRules(type).needs !== "description"}
      help={type === "questions" && t("Begin each question with “# ” and write its answer below it.")}
      maxLength={limits.tileDescription.max}
    />
  );
}
