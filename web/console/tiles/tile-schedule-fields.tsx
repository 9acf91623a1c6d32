import { paths } from "../../../contract/rules/paths.ts";
import { TextField } from "../../ui/form-fields.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useCreator } from "../creator-context.ts";
import type { TileFormState } from "./tile-draft.ts";

/** When a tile is on the page. */
export function TileScheduleFields({ form }: { form: TileFormState }) {
  const { time_zone: timeZone } = useCreator();
  return (
    <fieldset className="grid gap-5 border-t border-line pt-5">
      <legend className="sr-only">Schedule</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField form={form} name="startsAt" label="Start" optional type="datetime-local" step={60} />
        <TextField form={form} name="endsAt" label="End" optional type="datetime-local" step={60} />
      </div>
      <p className="-mt-3 text-sm text-muted">
        Local time in {timeZone.replaceAll("_", " ")}, your time zone in{" "}
        <a href={paths.settings()} className="link">
          Settings
        </a>
        .
      </p>
      <Switch
        label="Hidden"
        help="A hidden tile is not on your page, whatever its schedule."
        {...form.register("hidden")}
      />
    </fieldset>
  );
}
