import { useMemo } from "react";
import { useWatch } from "react-hook-form";
import { compareNames, listTimeZones, nameOf, ownTimeZone } from "../../../contract/rules/formats.ts";
import { LANGUAGES } from "../../../contract/rules/languages.ts";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/form-fields.tsx";
import { Section } from "../sections/section.tsx";
import { SectionForm } from "../sections/section-form.tsx";
import { useProfileForm } from "../sections/use-profile-form.ts";

const FIELDS = { language: t("Language of your texts"), timeZone: t("Time zone") };

/** The language of the creator's texts, and the time zone of the creator's schedules. */
export function LocaleSection() {
  const { form, field, props } = useProfileForm(FIELDS);
  const timeZone = useWatch({ control: form.control, name: "timeZone" });
  const here = ownTimeZone();
  const languages = useMemo(languageOptions, []);
  const zones = new Set(["UTC", ...listTimeZones(), here, timeZone]);
  return (
    <Section
      id="language"
      about={t(
        "Screen readers and search engines read your page in your language. Prices and dates on your page and on your buyers' pages are written as in your language.",
      )}
    >
      <SectionForm id="language" {...props}>
        <SelectField
          {...field("language")}
          help={t(
            "The site's own texts, such as buttons, are in English where this language has no translation.",
          )}
          options={languages}
        />
        <SelectField
          {...field("timeZone")}
          help={t(
            "Times that you schedule are in this time zone. Times that are already set do not move when you change it.",
          )}
          options={[...zones].map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
        />
        {here !== timeZone && (
          <Button
            className="justify-self-start"
            onClick={() => form.setValue("timeZone", here, { shouldDirty: true })}
          >
            {t("Use this device's time zone: {timeZone}", { timeZone: here.replaceAll("_", " ") })}
          </Button>
        )}
      </SectionForm>
    </Section>
  );
}

/** Returns each language by its English and its native name. */
function languageOptions() {
  return LANGUAGES.map((language) => {
    const nativeName = nameOf(language, "language", language) ?? language;
    const english = nameOf(language, "language") ?? language;
    return { value: language, label: nativeName === english ? english : `${english} · ${nativeName}` };
  }).sort((one, other) => compareNames(one.label, other.label));
}
