import { useWatch } from "react-hook-form";
import { PLACE_LENGTH } from "../../../contract/api/event-tile.ts";
import { listTimeZones } from "../../../contract/rules/formats.ts";
import { t } from "../../../contract/texts.ts";
import { SelectField, TextField, UrlField } from "../../ui/form-fields.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useCreator } from "../creator-context.ts";
import type { TileFormState } from "./tile-draft.ts";
import { TileProductField } from "./tile-product-field.tsx";

/** Date, place and tickets of an event. */
export function TileEventFields({ form }: { form: TileFormState }) {
  const { time_zone: ownZone } = useCreator();
  const zone = useWatch({ control: form.control, name: "eventTimeZone" }) ?? ownZone;
  const zones = new Set(["UTC", ...listTimeZones(), ownZone, zone]);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField form={form} name="eventStartsAt" label={t("Starts")} type="datetime-local" step={60} />
        <TextField
          form={form}
          name="eventEndsAt"
          label={t("Ends")}
          optional
          type="datetime-local"
          step={60}
        />
      </div>
      <SelectField
        form={form}
        name="eventTimeZone"
        label={t("Time zone")}
        help={t("Without an end, the event leaves your page at the end of its day.")}
        options={[...zones].map((value) => ({ value, label: value.replaceAll("_", " ") }))}
      />
      <TextField form={form} name="place" label={t("Place")} optional maxLength={PLACE_LENGTH} />
      <UrlField form={form} name="url" label={t("Ticket link")} optional />
      <TileProductField form={form} none={t("No product")} />
      <Switch label={t("Sold out")} {...form.register("soldOut")} />
    </>
  );
}
