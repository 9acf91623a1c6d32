import { z } from "zod";
import { Plan } from "./creators.ts";
import { Feedback, FeedbackStatus } from "./feedback.ts";
import { DisplayName, Email, IsoTime } from "./fields.ts";
import { Handle } from "./handles.ts";
import { ADMIN_PAGE_SIZE, limits } from "./limits.ts";
import { IdParams, route } from "./route.ts";

export const AdminUser = z.object({
  id: z.string(),
  email: z.string(),
  handle: z.string().nullable(),
  display_name: z.string().nullable(),
  is_admin: z.boolean(),
  plan: Plan.nullable(),
  stripe_subscription_active: z.boolean(),
  creator_id: z.number().nullable(),
  created_at: IsoTime,
});
export type AdminUser = z.infer<typeof AdminUser>;

const page = z.coerce.number().int().min(1).max(1_000_000).default(1);
const paged = { total: z.number(), page: z.number(), pageSize: z.literal(ADMIN_PAGE_SIZE) };
const UserParams = z.object({ id: z.uuid() });
const UserAnswer = z.object({ user: AdminUser });

export const adminRoutes = {
  users: route({
    method: "GET",
    path: "/api/admin/users",
    access: "admin",
    summary: "Users, newest first",
    query: z.object({
      search: z.string().trim().max(limits.search.max).default(""),
      role: z.enum(["all", "admin", "creator"]).default("all"),
      page,
    }),
    answers: { 200: z.object({ users: z.array(AdminUser), ...paged }) },
  }),
  createUser: route({
    method: "POST",
    path: "/api/admin/users",
    access: "admin",
    summary: "Create a user and mail an invitation",
    body: z.object({
      email: Email,
      displayName: DisplayName,
      handle: Handle,
      isAdmin: z.boolean().optional(),
      plan: Plan.optional(),
    }),
    answers: { 201: UserAnswer },
  }),
  updateUser: route({
    method: "PATCH",
    path: "/api/admin/users/:id",
    access: "admin",
    summary: "Change a user's role or plan",
    params: UserParams,
    body: z
      .object({ isAdmin: z.boolean().optional(), plan: Plan.optional() })
      .refine((change) => change.isAdmin !== undefined || change.plan !== undefined, {
        error: "Nothing to change.",
      }),
    answers: { 200: UserAnswer },
  }),
  deleteUser: route({
    method: "DELETE",
    path: "/api/admin/users/:id",
    access: "admin",
    summary: "Delete a user with all data and files; paid orders stay without the person's data",
    params: UserParams,
    answers: { 204: null },
  }),
  resetPassword: route({
    method: "POST",
    path: "/api/admin/users/:id/reset-password",
    access: "admin",
    summary: "Mail a reset link to a user",
    params: UserParams,
    answers: { 204: null },
  }),
  feedback: route({
    method: "GET",
    path: "/api/admin/feedback",
    access: "admin",
    summary: "The feedback inbox, newest first",
    query: z.object({ status: FeedbackStatus.optional(), page }),
    answers: { 200: z.object({ feedback: z.array(Feedback), ...paged }) },
  }),
  updateFeedback: route({
    method: "PATCH",
    path: "/api/admin/feedback/:id",
    access: "admin",
    summary: "Resolve or re-open feedback",
    params: IdParams,
    body: z.object({ status: FeedbackStatus }),
    answers: { 200: z.object({ feedback: Feedback }) },
  }),
};
