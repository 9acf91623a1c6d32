import { type DecisionGround, SUSPENSION_STATUS } from "../../../contract/rules/moderation.ts";
import type { Queries } from "../../platform/database/index.ts";
import { findCreatorByHandle } from "../creators/index.ts";
import { errors } from "./errors.ts";

/** Returns the reason why the page of a handle is suspended, or undefined. */
async function findGround(db: Queries, handle: string): Promise<DecisionGround | undefined> {
  const creator = await findCreatorByHandle(db, handle);
  return creator?.suspension ? (creator.suspendedFor ?? "rules") : undefined;
}

/**
 * Returns the model and status of the page that replaces a suspended one, or undefined for any other handle.
 */
export async function findSuspendedPage(db: Queries, handle: string) {
  const ground = await findGround(db, handle);
  if (ground === undefined) return undefined;
  return [{ page: "creator-suspended", ground }, { status: SUSPENSION_STATUS[ground] }] as const;
}

/** Throws 451 or 410 if the page of a handle is suspended. */
export async function rejectSuspended(db: Queries, handle: string): Promise<void> {
  const ground = await findGround(db, handle);
  if (ground !== undefined) throw ground === "law" ? errors.suspendedByLaw() : errors.suspendedByRules();
}
