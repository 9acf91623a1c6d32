import { text } from "../texts.ts";
import { NEWS_CONSENT } from "./consent.ts";
import { maxLengthText, oneLine, withoutDirectionControls } from "./fields.ts";
import { limits } from "./limits.ts";

/** The default texts of a signup tile. */
export const SIGNUP_DEFAULTS = { button: text("Sign up"), consent: NEWS_CONSENT.text } as const;

/** Fields of signup tiles. Empty fields stand for the defaults. */
export const signupTileFields = {
  buttonLabel: maxLengthText("Button", limits.signupButton.max)
    .overwrite(withoutDirectionControls)
    .regex(...oneLine("Button"))
    .nullish(),
  consentText: maxLengthText("Consent", limits.signupConsent.max).nullish(),
};
