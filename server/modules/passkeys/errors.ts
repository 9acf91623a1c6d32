import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("passkeys", {
  /** All reasons share this message, so that it does not reveal whether a passkey exists or who owns it. */
  rejected: [401, "This passkey does not work here. Try again, or sign in another way."],
  notConfirmed: [400, "Couldn't confirm that it's you with this passkey. Please try again."],
  notCreated: [400, "Couldn't add the passkey. Please try again."],
  exists: [409, "This passkey is already in use."],
  limitReached: [409, "You can have at most {max} passkeys. Remove one to add another."],
  lastWayIn: [409, "This is your only way to sign in. Set a password or add another passkey first."],
});
