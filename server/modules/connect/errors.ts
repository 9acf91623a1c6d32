import { profileMessages } from "../../../contract/api/account-profiles.ts";
import { connectMessages } from "../../../contract/api/connect.ts";
import { defineMessages } from "../../../contract/texts.ts";
import { defineErrors } from "../../platform/http/app-error.ts";

/** Error texts for an unavailable provider. */
export const messages = defineMessages("connect", {
  status: "Unable to load tip status",
  onboard: "Unable to start onboarding",
  refresh: "Unable to refresh onboarding",
  tips: "Unable to update tip settings",
  profiles: "Couldn't read the profiles of your account.",
  own: "Couldn't read the installation's {provider} account.",
  disconnect: "Couldn't disconnect the {provider} account.",
});

export const errors = defineErrors("connect", {
  notConnected: [409, "Start {provider} onboarding first."],
  requirementsDue: [409, "Complete {provider} onboarding before changing tip settings."],
  countryMissing: [400, { shared: connectMessages.country }, { field: "country" }],
  unknownProfile: [400, { shared: profileMessages.profile }, { code: "invalid_input", field: "profileId" }],
  noKeys: [409, "This installation has no {provider} keys. Set {setting} first."],
  alreadyConnected: [409, "Disconnect the current {provider} account first."],
});
