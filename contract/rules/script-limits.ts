/** The part of `limits` that the script of public pages checks, in characters. Constants, so that the script contains no other limit. */
export const URL_LENGTH = 2048;
export const SOURCE_LENGTH = 40;
export const CAMPAIGN_NAME_LENGTH = 40;
export const DISCOUNT_CODE_LENGTH = 32;
/** The seconds before which a form cannot be sent, because people need longer to enter an email, and the hours after which the form must be reloaded. */
export const SIGNUP_FORM = { minSeconds: 2, maxHours: 24 } as const;
