import type { CreateUserInput, UserChange } from "../../../contract/api/admin.ts";
import type { Plan } from "../../../contract/api/creators.ts";
import type { FeedbackStatus } from "../../../contract/api/feedback.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { notFound, orNotFound } from "../../platform/http/app-error.ts";
import { paginate } from "../../platform/http/paginate.ts";
import {
  accountErrors,
  enqueueInvitation,
  enqueueReset,
  insertUser,
  lockUser,
  setAdmin,
} from "../accounts/index.ts";
import { findCreatorByUser, insertCreator, lockCreator, updateCreator } from "../creators/index.ts";
import { lockFeedbackStatus, setFeedbackStatus } from "../feedback/index.ts";
import { withAdmin } from "./admin-transaction.ts";
import { recordAction } from "./audit.ts";
import type { AdminDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import {
  countUsers,
  findIfSmall,
  findListed,
  type ListedUser,
  selectByIds,
  selectUsers,
  type UserQuery,
} from "./repository.ts";

/** Returns one page of the matching users, newest first. */
export async function listUsers({ db }: Pick<AdminDeps, "db">, query: UserQuery) {
  const { range, wrap } = paginate(query.page);
  const matches = query.search === "" ? undefined : await findIfSmall(db, query);
  if (matches) {
    const ids = matches.slice(range.offset, range.offset + range.limit);
    return wrap({ users: await selectByIds(db, ids), total: matches.length });
  }
  const [total, users] = await Promise.all([countUsers(db, query), selectUsers(db, query, range)]);
  return wrap({ users, total });
}

/**
 * Creates an account with a page and sends an invitation. Throws 403 if sign-up is closed, 409 if the email
 * or handle is taken.
 */
export function createUser(deps: AdminDeps, { actorId, input }: { actorId: string; input: CreateUserInput }) {
  const { email, handle, displayName, isAdmin = false, plan = "free" } = input;
  if (deps.signup === "closed") throw accountErrors.signupClosed();
  return withAdmin({ db: deps.db, actorId }, async (tx) => {
    const user = await insertUser(tx, { email, passwordHash: null, isAdmin });
    await insertCreator(tx, { userId: user.id, handle, displayName, plan });
    await enqueueInvitation(tx, deps, { user, displayName, handle });
    const after = { is_admin: isAdmin, plan };
    await recordAction(tx, { actorId, action: "user.created", subjectId: user.id, after });
    return listed(tx, user.id);
  });
}

type Target = { actorId: string; id: string };

/**
 * Changes a role or plan, or stops the emails to the user's audience. Throws 404, or 409 for the last
 * administrator and for a user without a page.
 */
export async function changeUser(deps: AdminDeps, { actorId, id, change }: Target & { change: UserChange }) {
  if (change.plan === "free") await endSubscriptionOf(deps, { actorId, id });
  return withAdmin({ db: deps.db, actorId }, async (tx, admins) => {
    const user = await lockUser(tx, id).then(orNotFound("User"));
    if (change.isAdmin !== undefined && change.isAdmin !== user.isAdmin) {
      if (admins.has(id) && admins.size === 1) throw errors.lastAdmin();
      await setAdmin(tx, id, change.isAdmin);
      const states = { before: { is_admin: user.isAdmin }, after: { is_admin: change.isAdmin } };
      await recordAction(tx, { actorId, action: "user.role_changed", subjectId: id, ...states });
    }
    if (change.plan !== undefined) await changePlan(tx, deps, { actorId, id, plan: change.plan });
    if (change.sendingStopped !== undefined)
      await changeSending(tx, { actorId, id, sendingStopped: change.sendingStopped });
    return listed(tx, id);
  });
}

/** Stops the emails to a creator's audience, including queued ones, or allows them again. */
async function changeSending(
  tx: Transaction,
  { actorId, id, sendingStopped }: Target & { sendingStopped: boolean },
): Promise<void> {
  const found = await findCreatorByUser(tx, id);
  const creator = found && (await lockCreator(tx, found.id));
  if (!creator) throw errors.noCreator();
  if (creator.sendingStopped === sendingStopped) return;
  await updateCreator(tx, creator.id, { sendingStopped });
  const states = {
    before: { sending_stopped: creator.sendingStopped },
    after: { sending_stopped: sendingStopped },
  };
  await recordAction(tx, { actorId, action: "user.sending_changed", subjectId: id, ...states });
}

/** Sets a plan manually. A manual plan does not depend on a subscription. */
async function changePlan(
  tx: Transaction,
  { pageInvalidations }: AdminDeps,
  { actorId, id, plan }: Target & { plan: Plan },
): Promise<void> {
  const found = await findCreatorByUser(tx, id);
  const creator = found && (await lockCreator(tx, found.id));
  if (!creator) throw errors.noCreator();
  // A buyer may have paid a checkout after the subscriptions were cancelled.
  if (plan === "free" && creator.subscriptionActive) throw errors.planStillPaid();
  if (creator.plan === plan) return;
  await updateCreator(tx, creator.id, { plan, planPaid: false });
  await pageInvalidations.publish(tx, creator.id);
  const states = { before: { plan: creator.plan }, after: { plan } };
  await recordAction(tx, { actorId, action: "user.plan_changed", subjectId: id, ...states });
}

/**
 * Cancels a user's subscriptions and open checkouts before the plan changes. Runs outside of any transaction,
 * because it calls the provider.
 */
export async function endSubscriptionOf(deps: AdminDeps, { actorId, id }: Target): Promise<void> {
  const creator = await withAdmin({ db: deps.db, actorId }, (tx) => findCreatorByUser(tx, id));
  if (creator) await deps.endSubscription(creator.id);
}

/** Emails a password reset link to a user. Throws 404. */
export function sendPasswordReset(deps: AdminDeps, { actorId, id }: Target): Promise<void> {
  return withAdmin({ db: deps.db, actorId }, async (tx) => {
    if (!(await enqueueReset(tx, deps, id))) throw notFound("User");
    await recordAction(tx, { actorId, action: "user.reset_mailed", subjectId: id });
  });
}

/** Resolves or reopens feedback. Throws 404. */
export function changeFeedback(
  deps: AdminDeps,
  { actorId, id, status }: { actorId: string; id: number; status: FeedbackStatus },
) {
  return withAdmin({ db: deps.db, actorId }, async (tx) => {
    const before = await lockFeedbackStatus(tx, id);
    const feedback = await setFeedbackStatus(tx, { id, status });
    if (before !== status) {
      const states = { before: { status: before ?? null }, after: { status } };
      await recordAction(tx, { actorId, action: "feedback.status_changed", subjectId: id, ...states });
    }
    return feedback;
  });
}

const listed = (tx: Transaction, id: string): Promise<ListedUser> =>
  findListed(tx, id).then(orNotFound("User"));
