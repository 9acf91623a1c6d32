import { z } from "zod";
import { PageNumber, pagination } from "./admin.ts";
import { Domain } from "./domains.ts";
import { OpaqueIdParams, route } from "./route.ts";

/** A creator's own domain, for administrators. */
export const AdminDomain = Domain.pick({
  id: true,
  name: true,
  display_name: true,
  state: true,
  is_main: true,
  failure: true,
  routing_failure: true,
  created_at: true,
  checked_at: true,
  proven_at: true,
  failing_since: true,
}).extend({ creator: z.object({ handle: z.string(), display_name: z.string(), user_id: z.string() }) });
export type AdminDomain = z.infer<typeof AdminDomain>;

export const adminDomainRoutes = {
  list: route("GET", "/api/admin/domains", "admin", {
    summary: "Own domains of all creators with their state, newest first",
    query: z.object({ page: PageNumber }),
    responses: { 200: z.object({ domains: z.array(AdminDomain), ...pagination }) },
  }),
  remove: route("DELETE", "/api/admin/domains/:id", "admin", {
    recent: true,
    summary: "Remove an own domain of a creator within a second, and email the creator",
    params: OpaqueIdParams,
    responses: { 204: null },
  }),
};
