import { TRAP_FIELD } from "../../../contract/api/audience.ts";
import { newsConsent } from "../../../contract/rules/consent.ts";
import { SIGNUP_DEFAULTS } from "../../../contract/rules/signup-tile.ts";
import { t } from "../../../contract/texts.ts";
import { currentLanguage } from "../../../contract/translation.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { EmailInput } from "../../ui/input.tsx";
import { useCreatorText, useLegalText } from "../layout/page-language.ts";

type SignupFieldsProps = {
  tileId: number;
  /** The label of the button, or null for the default. */
  button: string | null;
  /** The wording of the consent. */
  consent: string;
  email?: string;
  isInvalid?: boolean;
  /** The `id` of the error line. */
  problemId: string;
};

/** The fields of a signup, above the button that agrees to the wording. */
export function SignupFields({ tileId, button, consent, email = "", problemId, ...rest }: SignupFieldsProps) {
  const [legal, own] = [useLegalText(), useCreatorText()];
  return (
    <>
      <input type="hidden" name="tileId" value={tileId} />
      {/* People neither see nor reach this field, so a filled one comes from a bot. */}
      <div inert className="absolute -inset-s-[200vw] h-px w-px overflow-hidden">
        <label htmlFor={`website-${tileId}`}>{t("Website")}</label>
        <input id={`website-${tileId}`} name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
      </div>
      <Field id={`email-${tileId}`} label={t("Email")}>
        {(control) => (
          <EmailInput
            {...control}
            required
            defaultValue={email}
            aria-describedby={problemId}
            aria-invalid={rest.isInvalid || undefined}
          />
        )}
      </Field>
      <p
        dir="auto"
        className="text-sm wrap-anywhere text-muted"
        {...(consent === newsConsent(currentLanguage()).text ? legal : own)}
      >
        {consent}
      </p>
      <Button
        type="submit"
        variant="primary"
        className="h-auto! min-h-11 py-2 wrap-anywhere whitespace-normal!"
      >
        {button ?? t(SIGNUP_DEFAULTS.button)}
      </Button>
    </>
  );
}
