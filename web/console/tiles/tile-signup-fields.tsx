import { limits } from "../../../contract/rules/limits.ts";
import { SIGNUP_DEFAULTS } from "../../../contract/rules/signup-tile.ts";
import { type FormOf, TextAreaField, TextField } from "../../ui/form-fields.tsx";
import type { TileFormValues } from "./tile-draft.ts";

/** What signup tiles alone have: the button, and the wording that visitors agree to. */
export function TileSignupFields({ form }: { form: FormOf<TileFormValues> }) {
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
