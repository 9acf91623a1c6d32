import { defineErrors } from "../../platform/http/app-error.ts";
import { deletionErrors } from "../privacy/index.ts";

export const errors = {
  ...deletionErrors,
  ...defineErrors("admin", {
    oneself: [409, "You cannot delete your own account here."],
    noCreator: [409, "This user has no creator page, so there is nothing to change."],
  }),
};
