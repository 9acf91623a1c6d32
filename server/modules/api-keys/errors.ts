import { apiKeyMessages } from "../../../contract/api/api-keys.ts";
import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("api_keys", {
  ended: [400, { shared: apiKeyMessages.end }, { field: "expiresAt" }],
  limitReached: [409, "You can have at most {max} API keys. Revoke one to make another."],
});
