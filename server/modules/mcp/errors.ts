import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("mcp", {
  keyRequired: [403, "Programs use this address with an API key."],
});
