import { hasCreatorPlan } from "../../../contract/rules/rules.ts";
import { TILE_SIZES, type TileSize } from "../../../contract/rules/tile-sizes.ts";
import { SelectField } from "../../ui/form-fields.tsx";
import { useCreator } from "../creator-context.ts";
import type { TileFormState } from "./tile-draft.ts";

const LABELS: Record<TileSize, string> = {
  normal: "Normal, one column",
  wide: "Wide, two columns",
  full: "Full, all three columns",
};

/** How wide the tile is; on the Free plan only a size that it has already. */
export function TileSizeField({ form }: { form: TileFormState }) {
  const hasPlan = hasCreatorPlan(useCreator());
  const saved = form.formState.defaultValues?.size ?? "normal";
  const sizes = TILE_SIZES.filter((size) => hasPlan || size === "normal" || size === saved);
  if (sizes.length === 1) return null;
  return (
    <SelectField
      form={form}
      name="size"
      label="Size"
      help={hasPlan ? undefined : "Shown as normal until you have the Creator plan again."}
      options={sizes.map((value) => ({ value, label: LABELS[value] }))}
    />
  );
}
