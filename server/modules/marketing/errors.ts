import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("marketing", {
  sentAlready: [
    409,
    "This email was sent to the same recipients within the last {hours} hours. Send it again?",
  ],
});
