import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("site_documents", {
  unknownVersion: [409, "This text has changed. Load the page again and read it."],
});
