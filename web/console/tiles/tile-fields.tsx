import { useWatch } from "react-hook-form";
import { limits } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { hasCreatorPlan } from "../../../contract/rules/rules.ts";
import { SIGNUP_DEFAULTS } from "../../../contract/rules/signup-tile.ts";
import { TILE_SIZES, type TileSize } from "../../../contract/rules/tile-sizes.ts";
import { shownSize, tileTypeRules } from "../../../contract/rules/tile-types.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
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
        label={t("Button")}
        optional
        maxLength={limits.signupButton.max}
        placeholder={SIGNUP_DEFAULTS.button}
      />
      <TextAreaField
        form={form}
        name="consentText"
        label={t("Consent")}
        optional
        help={t("What visitors agree to when they sign up. It is stored with each signup.")}
        maxLength={limits.signupConsent.max}
        placeholder={SIGNUP_DEFAULTS.consent}
      />
    </>
  );
}

const LABELS: Record<TileSize, string> = {
  normal: t("Normal, one column"),
  wide: t("Wide, two columns"),
  full: t("Full, all three columns"),
};

/** The tile's width. The Free plan can only keep an existing size, or show a form in full width. */
export function TileSizeField({ form }: FieldsProps) {
  const hasPlan = hasCreatorPlan(useCreator());
  const [type, size = "normal"] = useWatch({ control: form.control, name: ["type", "size"] });
  const saved = form.formState.defaultValues?.size ?? "normal";
  const isShown = (size: TileSize) => shownSize({ type, size }, hasPlan) === size;
  const sizes = TILE_SIZES.filter((each) => isShown(each) || each === saved);
  if (sizes.length === 1) return null;
  return (
    <SelectField
      form={form}
      name="size"
      label={t("Size")}
      help={
        isShown(size)
          ? tileTypeRules(type).isForm && FORM_HELP[size]
          : t("Shown as normal until you have the Creator plan again.")
      }
      options={sizes.map((value) => ({ value, label: LABELS[value] }))}
    />
  );
}

const FORM_HELP: Record<TileSize, string> = {
  normal: t("The form opens when the tile is pressed. In full width the form is on your page."),
  wide: t("The form opens when the tile is pressed. In full width the form is on your page."),
  full: t("The form itself is on your page."),
};

export function TileScheduleFields({ form }: FieldsProps) {
  const type = useWatch({ control: form.control, name: "type" });
  const isEndNeeded = tileTypeRules(type).needs === "endsAt";
  const { time_zone: timeZone } = useCreator();
  return (
    <fieldset className="grid gap-5 border-t border-line pt-5">
      <legend className="sr-only">{t("When it is shown")}</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="startsAt"
          label={type === "event" ? t("Shown from") : t("Start")}
          optional
          type="datetime-local"
          step={60}
        />
        {type !== "event" && (
          <TextField
            form={form}
            name="endsAt"
            label={t("End")}
            optional={!isEndNeeded}
            type="datetime-local"
            step={60}
          />
        )}
      </div>
      <p className="-mt-3 text-sm text-muted">
        {rich("Local time in {timeZone}, your time zone in <link>Settings</link>.", {
          timeZone: timeZone.replaceAll("_", " "),
          link: (inside) => (
            <a href={paths.settings()} className="link">
              {inside}
            </a>
          ),
        })}
      </p>
      <Switch
        label={t("Hidden")}
        help={t("A hidden tile stays off your page, even during its schedule.")}
        {...form.register("hidden")}
      />
    </fieldset>
  );
}
