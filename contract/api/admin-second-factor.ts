import { z } from "zod";
import { IsoTime } from "../rules/fields.ts";
import { OpaqueIdParams, route } from "./route.ts";

/** For users who have lost their authenticator app and their recovery codes. */
export const adminSecondFactorRoutes = {
  removeSecondFactor: route("POST", "/api/admin/users/:id/second-factor-removal", "admin", {
    recent: true,
    summary:
      "Remove a user's second factor in 24 hours. An email tells the user at once how to stop the removal",
    params: OpaqueIdParams,
    responses: { 202: z.object({ removedAt: IsoTime }) },
    errors: { 409: ["second_factor.nothing_to_remove", "second_factor.removal_requested"] },
  }),
  keepSecondFactor: route("DELETE", "/api/admin/users/:id/second-factor-removal", "admin", {
    summary: "Stop the removal of a user's second factor",
    params: OpaqueIdParams,
    responses: { 204: null },
    errors: { 404: ["not_found"] },
  }),
};
