import { z } from "zod";
import { IsoTime } from "../rules/fields.ts";
import { PaymentMode } from "../rules/order-states.ts";
import { SIGN_IN_PROVIDERS } from "../rules/sign-in-providers.ts";
import { AdminUser, AuditEntry } from "./admin.ts";
import { PaymentProvider } from "./creators.ts";
import { Feedback } from "./feedback.ts";
import { MockTotals, OrderTotals } from "./order-totals.ts";
import { OpaqueIdParams, route } from "./route.ts";

/** Everything that is known of a user, for one page. */
export const AdminUserDetail = z.object({
  user: AdminUser,
  email_verified_at: IsoTime.nullable(),
  signs_in_with: z.array(z.enum(["password", ...SIGN_IN_PROVIDERS])),
  /** Passkeys with which the user can sign in, and since when a code is asked for; `removed_at`: when an administrator's removal takes effect. */
  passkeys: z.number(),
  second_factor: z.object({ enabled_at: IsoTime.nullable(), removed_at: IsoTime.nullable() }),
  /** Browsers that are signed in, and when one of them was last seen. */
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
      /** In which mode the chosen provider takes payments; null while it cannot. */
      sells_in: PaymentMode.nullable(),
      totals: z.array(OrderTotals),
      mockTotals: z.array(MockTotals),
    })
    .nullable(),
  /** The newest ten. */
  feedback: z.array(Feedback),
  /** The newest ten actions of administrators on the user. */
  entries: z.array(AuditEntry),
});
export type AdminUserDetail = z.infer<typeof AdminUserDetail>;

export const AdminOverview = z.object({
  users: z.number(),
  /** Since 30 days. */
  new_users: z.number(),
  /** Pages with at least one tile. */
  pages: z.number(),
  /** Of what was paid with real money since 30 days, on all pages. */
  totals: z.array(OrderTotals),
});
export type AdminOverview = z.infer<typeof AdminOverview>;

export const adminOverviewRoutes = {
  overview: route("GET", "/api/admin/overview", "admin", {
    summary: "How many users and pages there are, and what was sold in 30 days",
    responses: { 200: AdminOverview },
  }),
  showUser: route("GET", "/api/admin/users/:id", "admin", {
    summary: "Everything that is known of a user",
    params: OpaqueIdParams,
    responses: { 200: AdminUserDetail },
  }),
};
