/** What the script of public pages checks, in characters and part of `limits`: constants, so that the script carries no other limit. */
export const URL_LENGTH = 2048;
export const SOURCE_LENGTH = 40;
export const CAMPAIGN_NAME_LENGTH = 40;
export const DISCOUNT_CODE_LENGTH = 32;
/** Seconds after which a form can be sent at the earliest: users need longer to enter an email; and the hours until it must be loaded again. */
export const SIGNUP_FORM = { minSeconds: 2, maxHours: 24 } as const;
