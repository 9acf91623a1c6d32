import { z } from "zod";
import { IsoTime } from "../rules/fields.ts";
import { route } from "./route.ts";

/** The contents of an account that a stranger registered, for the owner of its email. */
export const PreparedAccount = z.object({
  handle: z.string(),
  display_name: z.string(),
  /** When the stranger registered the account. */
  created_at: IsoTime,
  tiles: z.number().int(),
  products: z.number().int(),
  files: z.number().int(),
  audience: z.number().int(),
});
export type PreparedAccount = z.infer<typeof PreparedAccount>;

const CHOICE_LIMIT = { points: 20, seconds: 600 } as const;

export const preparedAccountRoutes = {
  show: route("GET", "/api/account/prepared", "signed-in", {
    summary:
      "Contents that somebody added to the account before the owner of its email took it over, or null once the owner has kept or deleted them",
    responses: { 200: z.object({ prepared: PreparedAccount.nullable() }) },
  }),
  keep: route("POST", "/api/account/prepared/keep", "signed-in", {
    allowsSuspended: true,
    summary: "Keep the contents of the account",
    responses: { 204: null },
    limit: CHOICE_LIMIT,
  }),
  delete: route("DELETE", "/api/account/prepared", "signed-in", {
    allowsSuspended: true,
    recent: true,
    summary: "Delete the account with its contents at once and permanently",
    responses: { 204: null },
    limit: CHOICE_LIMIT,
    errors: {
      404: ["not_found"],
      409: ["account_data.prepared_settled", "admin.last_admin"],
      503: ["payments.unavailable", "admin.payments_open", "admin.plan_still_paid", "unavailable"],
    },
  }),
};
