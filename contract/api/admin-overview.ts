import { z } from "zod";
import { IsoTime } from "../rules/fields.ts";
import { PaymentMode } from "../rules/order-states.ts";
import { SIGN_IN_PROVIDERS } from "../rules/sign-in-providers.ts";
import { AdminUser, AuditEntry } from "./admin.ts";
import { ApiKey } from "./api-keys.ts";
import { PaymentProvider } from "./creators.ts";
import { Feedback } from "./feedback.ts";
import { MockTotals, OrderTotals } from "./order-totals.ts";
import { OpaqueIdParams, route } from "./route.ts";

/** Everything about a user, for one page. */
export const AdminUserDetail = z.object({
  user: AdminUser,
  email_verified_at: IsoTime.nullable(),
  signs_in_with: z.array(z.enum(["password", ...SIGN_IN_PROVIDERS])),
  /** The number of the user's passkeys, and the time since which a code is required. `removed_at`: when an administrator's removal takes effect. */
  passkeys: z.number(),
  second_factor: z.object({ enabled_at: IsoTime.nullable(), removed_at: IsoTime.nullable() }),
  /** The number of signed-in browsers, and the time of the user's last request. */
  sessions: z.number(),
  last_seen_at: IsoTime.nullable(),
  /** Null for a user without a page. */
  page: z
    .object({
      tiles: z.number(),
      products: z.number(),
      /** Emails in the audience. */
      members: z.number(),
      files: z.number(),
      file_bytes: z.number(),
      payment_provider: PaymentProvider,
      /** The mode in which the chosen provider takes payments; null while it cannot. */
      sells_in: PaymentMode.nullable(),
      totals: z.array(OrderTotals),
      mockTotals: z.array(MockTotals),
    })
    .nullable(),
  /** Keys of the page, the active ones first. */
  api_keys: z.array(ApiKey),
  /** The newest ten. */
  feedback: z.array(Feedback),
  /** The newest ten admin actions on the user. */
  entries: z.array(AuditEntry),
});
export type AdminUserDetail = z.infer<typeof AdminUserDetail>;

export const AdminOverview = z.object({
  users: z.number(),
  /** In the last 30 days. */
  new_users: z.number(),
  /** Pages with at least one tile. */
  pages: z.number(),
  /** Payments with real money in the last 30 days, over all pages. */
  totals: z.array(OrderTotals),
});
export type AdminOverview = z.infer<typeof AdminOverview>;

export const adminOverviewRoutes = {
  overview: route("GET", "/api/admin/overview", "admin", {
    summary: "Numbers of users and pages, and sales of the last 30 days",
    responses: { 200: AdminOverview },
  }),
  showUser: route("GET", "/api/admin/users/:id", "admin", {
    summary: "All details of a user",
    params: OpaqueIdParams,
    responses: { 200: AdminUserDetail },
  }),
};
