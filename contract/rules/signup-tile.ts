import { text } from "../texts.ts";
import { maxLengthText, oneLine, withoutDirectionControls } from "./fields.ts";
import { NEWS_CONSENT_IN_ENGLISH } from "./legal-texts/en.ts";
import { limits } from "./limits.ts";

/** The default texts of a signup tile, in English. Visitors see them in the language of the page. */
export const SIGNUP_DEFAULTS = { button: text("Sign up"), consent: NEWS_CONSENT_IN_ENGLISH } as const;

/** Fields of signup tiles. Empty fields stand for the defaults. */
export const signupTileFields = {
  buttonLabel: maxLengthText("Button", limits.signupButton.max)
    .overwrite(withoutDirectionControls)
    .regex(...oneLine("Button"))
    .nullish(),
  consentText: maxLengthText("Consent", limits.signupConsent.max).nullish(),
};
