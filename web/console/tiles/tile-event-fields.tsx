import { useWatch } from "react-hook-form";
import { PLACE_LENGTH } from "../../../contract/api/event-tile.ts";
import { listTimeZones } from "../../../contract/rules/formats.ts";
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
        <TextField form={form} name="eventStartsAt" label="Starts" type="datetime-local" step={60} />
        <TextField form={form} name="eventEndsAt" label="Ends" optional type="datetime-local" step={60} />
      </div>
      <SelectField
        form={form}
        name="eventTimeZone"
        label="Time zone"
        help="Without an end, the event leaves your page at the end of its day."
        options={[...zones].map((value) => ({ value, label: value.replaceAll("_", " ") }))}
      />
      <TextField form={form} name="place" label="Place" optional maxLength={PLACE_LENGTH} />
      <UrlField form={form} name="url" label="Ticket link" optional />
      <TileProductField form={form} none="No product" />
      <Switch label="Sold out" {...form.register("soldOut")} />
    </>
  );
}
