import { z } from "zod";
import { IsoTime, objectBody, tokenField } from "../rules/fields.ts";
import { defineMessages } from "../texts.ts";
import { route } from "./route.ts";

export const deletionMessages = defineMessages("account_data", {
  undoTokenMissing: "The link is incomplete. Please use the whole link of the email.",
  undoLinkDead: "This link no longer works: the account is deleted, or stays.",
});

/** The effects of a deletion, and its date. */
export const AccountDeletion = z.object({
  /** When the account is erased, or null if its user has not requested a deletion. */
  scheduled_for: IsoTime.nullable(),
  /** Paid orders, which remain without the seller, so that buyers keep their purchases. */
  paid_orders: z.number().int(),
  /** True if a subscription to the Creator plan is active, which a deletion ends at once. */
  has_subscription: z.boolean(),
  /** True for the last administrator's account, which cannot be deleted. */
  is_last_admin: z.boolean(),
});
export type AccountDeletion = z.infer<typeof AccountDeletion>;

const DeletionResponse = z.object({ deletion: AccountDeletion });
const DELETION_LIMIT = { points: 10, seconds: 600 } as const;

export const accountDeletionRoutes = {
  deletion: route("GET", "/api/account/deletion", "signed-in", {
    summary: "Effects of a deletion of the account, and its date if it is scheduled",
    responses: { 200: DeletionResponse },
  }),
  delete: route("POST", "/api/account/deletion", "signed-in", {
    allowsSuspended: true,
    recent: true,
    summary:
      "Delete the account. The page goes offline and all sessions end at once. The data are erased after 14 days",
    responses: { 202: DeletionResponse },
    limit: DELETION_LIMIT,
    errors: { 409: ["account_data.last_admin"] },
  }),
  keep: route("DELETE", "/api/account/deletion", "signed-in", {
    allowsSuspended: true,
    summary: "Undo the deletion of the account",
    responses: { 200: DeletionResponse },
    limit: DELETION_LIMIT,
  }),
  keepByLink: route("POST", "/api/account/deletion/undo", "public", {
    summary: "Undo the deletion of an account with the emailed link",
    body: objectBody({
      token: tokenField(deletionMessages.undoTokenMissing, deletionMessages.undoLinkDead),
    }),
    example: { token: "the token of the emailed link" },
    responses: { 204: null },
    limit: DELETION_LIMIT,
    errors: { 400: ["invalid_input", "account_data.undo_link_dead"] },
  }),
};
