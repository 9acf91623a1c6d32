import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("webhooks", {
  notReachable: [
    400,
    "This URL cannot be reached from here. Use https with a public host and the port 443 or 8443.",
    { field: "url" },
  ],
  limitReached: [409, "You can have at most {max} webhooks. Delete one to add another."],
  disabled: [409, "This webhook is disabled. Enable it first."],
});
