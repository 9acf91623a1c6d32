import { z } from "zod";
import { accountSecurityRoutes, LanguageInput } from "../../../../contract/api/account-security.ts";
import { capitalized, nameOf } from "../../../../contract/rules/formats.ts";
import { CONSOLE_LANGUAGES, type Language } from "../../../../contract/rules/languages.ts";
import { t } from "../../../../contract/texts.ts";
import { SelectField } from "../../../ui/form-fields.tsx";
import { Loading } from "../../../widgets/loading.tsx";
import { ShortForm, useRequestForm } from "../../../widgets/request-form.tsx";
import { Section } from "../../sections/section.tsx";
import { overviewQuery, useSecurityChange } from "./queries.ts";

/** A select has no null: the empty value leaves the choice to the browser. */
const Schema = z.object({
  language: z
    .string()
    .transform((language) => language || null)
    .pipe(LanguageInput.shape.language),
});

/** The language of the console. Texts of every module are translated when it is loaded, so the page loads again. */
export function LanguageSection(props: { id: string; title: string }) {
  return (
    <Section
      {...props}
      about={t(
        "The language in which you use this site. Your page keeps its own language, and so do its emails.",
      )}
    >
      <Loading query={overviewQuery} failure={t("Couldn't load your account.")}>
        {({ language }) => <LanguageForm language={language} />}
      </Loading>
    </Section>
  );
}

function LanguageForm({ language }: { language: Language | null }) {
  const save = useSecurityChange(accountSecurityRoutes.saveLanguage);
  const languageForm = useRequestForm(Schema, {
    values: { language: language ?? "" },
    send: async (body) => {
      await save.mutateAsync({ body });
      window.location.reload();
    },
    failure: t("Couldn't save your language."),
  });
  return (
    <ShortForm
      {...languageForm}
      submitLabel={t("Save language")}
      busyLabel={t("Saving…")}
      className="max-w-md gap-5"
    >
      <SelectField
        form={languageForm.form}
        name="language"
        label={t("Language")}
        options={[{ value: "", label: t("As your browser prefers") }, ...languageOptions()]}
      />
    </ShortForm>
  );
}

/** Returns each language by its own name, which begins with a capital in a list. */
const languageOptions = () =>
  (["en", ...CONSOLE_LANGUAGES] as const).map((language) => {
    const name = nameOf(language, "language", language) ?? language;
    return { value: language, label: capitalized(name, language) };
  });
