import { z } from "zod";
import {
  booleanField,
  DisplayName,
  Email,
  fieldMessages,
  IsoTime,
  maxLengthText,
  objectBody,
} from "../rules/fields.ts";
import { Handle } from "../rules/handles.ts";
import { ADMIN_PAGE_SIZE, limits } from "../rules/limits.ts";
import { defineMessages } from "../texts.ts";
import { Plan } from "./creators.ts";
import { Feedback, FeedbackStatus } from "./feedback.ts";
import { IdParams, OpaqueIdParams, route } from "./route.ts";

const messages = defineMessages("admin", { role: "Choose a role.", noChanges: "No changes given." });

export const AdminUser = z.object({
  id: z.string(),
  email: z.string(),
  handle: z.string().nullable(),
  display_name: z.string().nullable(),
  is_admin: z.boolean(),
  plan: Plan.nullable(),
  stripe_subscription_active: z.boolean(),
  creator_id: z.number().nullable(),
  /** Whether emails to the creator's audience are stopped, or null for a user without a page. */
  sending_stopped: z.boolean().nullable(),
  /** The suspended part: the page or the account. Null without a suspension. */
  suspension: z.enum(["page", "account"]).nullable(),
  created_at: IsoTime,
});
export type AdminUser = z.infer<typeof AdminUser>;

export const UserRole = z.enum(["all", "admin", "creator"], { error: messages.role });
export type UserRole = z.infer<typeof UserRole>;

export const CreateUserInput = objectBody({
  email: Email,
  displayName: DisplayName,
  handle: Handle,
  isAdmin: booleanField("Admin").optional(),
  plan: Plan.optional(),
});
export type CreateUserInput = z.infer<typeof CreateUserInput>;

export const UserChange = objectBody({
  isAdmin: booleanField("Admin").optional(),
  plan: Plan.optional(),
  sendingStopped: booleanField("Sending stopped").optional(),
}).refine((change) => Object.values(change).some((value) => value !== undefined), {
  error: messages.noChanges,
});
export type UserChange = z.infer<typeof UserChange>;

export const AuditAction = z.enum([
  "user.created",
  "user.role_changed",
  "user.plan_changed",
  "user.sending_changed",
  "user.deleted",
  "user.reset_mailed",
  "user.second_factor_removal_requested",
  "user.second_factor_removal_stopped",
  "user.second_factor_removed",
  "user.api_keys_revoked",
  "feedback.status_changed",
  "marketing.sent",
  "job.retried",
  "report.dismissed",
  "report.decided",
  "report.lifted",
  "report.objection_answered",
  "block.added",
  "block.removed",
  "domain.removed",
]);
export type AuditAction = z.infer<typeof AuditAction>;

/** The values before and after an action; contains no emails or names. */
export const AuditState = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type AuditState = z.infer<typeof AuditState>;

/** An entry of the audit log. Names are current; a deleted user is only an id. */
export const AuditEntry = z.object({
  id: z.number(),
  action: AuditAction,
  actor: z.object({ id: z.string(), email: z.string().nullable() }),
  subject: z.object({ id: z.string(), email: z.string().nullable() }),
  before: AuditState.nullable(),
  after: AuditState.nullable(),
  created_at: IsoTime,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** A job that failed permanently. Its data is not shown, because it may contain personal data. */
export const DeadJob = z.object({
  id: z.string(),
  name: z.string(),
  /** The message of the job's last error, without email addresses. */
  error: z.string(),
  attempts: z.number(),
  queued_at: IsoTime,
  failed_at: IsoTime,
});
export type DeadJob = z.infer<typeof DeadJob>;

/** The number of a page of a list, from 1. */
export const PageNumber = z.coerce
  .number({ error: fieldMessages.page })
  .int()
  .min(1)
  .max(1_000_000)
  .default(1);
/** The fields of every list in the console besides its rows. */
export const pagination = { total: z.number(), page: z.number(), pageSize: z.literal(ADMIN_PAGE_SIZE) };
const UserResponse = z.object({ user: AdminUser });

export const adminRoutes = {
  users: route("GET", "/api/admin/users", "admin", {
    summary: "Users, newest first",
    query: z.object({
      search: maxLengthText("Search", limits.search.max).default(""),
      role: UserRole.default("all"),
      page: PageNumber,
    }),
    responses: { 200: z.object({ users: z.array(AdminUser), ...pagination }) },
  }),
  createUser: route("POST", "/api/admin/users", "admin", {
    recent: true,
    summary: "Create a user and email an invitation",
    body: CreateUserInput,
    responses: { 201: UserResponse },
    example: { email: "ben@example.org", handle: "ben", displayName: "Ben" },
    errors: { 409: ["accounts.email_taken", "creators.handle_taken"] },
  }),
  updateUser: route("PATCH", "/api/admin/users/:id", "admin", {
    recent: true,
    summary: "Change a user's role or plan, or stop the emails to the audience",
    params: OpaqueIdParams,
    body: UserChange,
    responses: { 200: UserResponse },
    example: { isAdmin: true },
    errors: { 409: ["admin.no_creator", "admin.last_admin"] },
  }),
  deleteUser: route("DELETE", "/api/admin/users/:id", "admin", {
    recent: true,
    summary: "Delete a user with all data and files. Paid orders remain without personal data",
    params: OpaqueIdParams,
    responses: { 204: null },
    errors: { 409: ["admin.oneself"], 503: ["payments.unavailable", "unavailable"] },
  }),
  resetPassword: route("POST", "/api/admin/users/:id/reset-password", "admin", {
    recent: true,
    summary: "Email a reset link to a user",
    params: OpaqueIdParams,
    responses: { 204: null },
  }),
  feedback: route("GET", "/api/admin/feedback", "admin", {
    summary: "Feedback inbox, newest first",
    query: z.object({ status: FeedbackStatus.optional(), page: PageNumber }),
    responses: { 200: z.object({ feedback: z.array(Feedback), ...pagination }) },
  }),
  updateFeedback: route("PATCH", "/api/admin/feedback/:id", "admin", {
    summary: "Resolve or re-open feedback",
    params: IdParams,
    body: objectBody({ status: FeedbackStatus }),
    responses: { 200: z.object({ feedback: Feedback }) },
    example: { status: "resolved" },
  }),
  audit: route("GET", "/api/admin/audit", "admin", {
    summary: "Audit log, newest first",
    query: z.object({ page: PageNumber }),
    responses: { 200: z.object({ entries: z.array(AuditEntry), ...pagination }) },
  }),
  deadJobs: route("GET", "/api/admin/jobs/dead", "admin", {
    summary: "Jobs that failed permanently, latest first",
    query: z.object({ page: PageNumber }),
    responses: { 200: z.object({ jobs: z.array(DeadJob), ...pagination }) },
  }),
  retryDeadJob: route("POST", "/api/admin/jobs/dead/:id/retry", "admin", {
    summary: "Retry a job that failed permanently",
    params: OpaqueIdParams,
    responses: { 204: null },
  }),
};
