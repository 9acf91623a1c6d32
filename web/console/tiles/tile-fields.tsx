import { limits } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { hasCreatorPlan } from "../../../contract/rules/rules.ts";
import { SIGNUP_DEFAULTS } from "../../../contract/rules/signup-tile.ts";
import { TILE_SIZES, type TileSize } from "../../../contract/rules/tile-sizes.ts";
import { SelectField, TextAreaField, TextField } from "../../ui/form-fields.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useCreator } from "../creator-context.ts";
import type { TileFormState } from "./tile-draft.ts";

type FieldsProps = { form: TileFormState };

/** Fields of signup tiles: the button, and the wording of the consent. */
export function TileSignupFields({ form }: FieldsProps) {
  return (
    <>
      <TextField
        form={form}
        name="buttonLabel"
        label="Button"
        optional
        maxLength={limits.signupButton.max}
        placeholder={SIGNUP_DEFAULTS.button}
      />
      <TextAreaField
        form={form}
        name="consentText"
        label="Consent"
        optional
        help="What visitors agree to when they sign up. It is stored with each signup."
        maxLength={limits.signupConsent.max}
        placeholder={SIGNUP_DEFAULTS.consent}
      />
    </>
  );
}

const LABELS: Record<TileSize, string> = {
  normal: "Normal, one column",
  wide: "Wide, two columns",
  full: "Full, all three columns",
};

/** The tile's width. The Free plan can only keep an existing size. */
export function TileSizeField({ form }: FieldsProps) {
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

export function TileScheduleFields({ form }: FieldsProps) {
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
