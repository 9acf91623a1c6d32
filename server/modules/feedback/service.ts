import type { Feedback, FeedbackInput, FeedbackStatus } from "../../../contract/api/feedback.ts";
import type { Database, Queries } from "../../platform/database/index.ts";
import { notFound, orNotFound } from "../../platform/http/app-error.ts";
import { paginate } from "../../platform/http/paginate.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { presentFeedback } from "./presenter.ts";
import {
  countFeedback,
  findFeedback,
  insertFeedback,
  selectOfUser,
  selectPage,
  updateStatus,
} from "./repository.ts";

export type FeedbackDeps = { db: Database; limits: RateLimiter };

const OF_ONE_PERSON = { points: 5, seconds: 3600 };

/** Stores feedback. Throws 429 for the sixth message of a user within an hour. */
export async function submitFeedback(
  deps: FeedbackDeps,
  { viewer, input }: { viewer: Pick<Viewer, "userId" | "email">; input: FeedbackInput },
): Promise<Feedback> {
  await deps.limits.consume({ name: "feedback", key: viewer.userId, ...OF_ONE_PERSON });
  const { category, title = null, message, page } = input;
  const id = await insertFeedback(deps.db, {
    userId: viewer.userId,
    email: viewer.email,
    category,
    title,
    message,
    page,
  });
  return getFeedback(deps.db, id);
}

export async function listFeedbackOf(db: Queries, userId: string, limit: number): Promise<Feedback[]> {
  return (await selectOfUser(db, { userId, limit })).map(presentFeedback);
}

/** Returns one page of the inbox, newest first. */
export async function listFeedback(
  db: Queries,
  { status, page }: { status: FeedbackStatus | undefined; page: number },
) {
  const { range, wrap } = paginate(page);
  const total = await countFeedback(db, status);
  const rows = await selectPage(db, { status, ...range });
  return wrap({ feedback: rows.map(presentFeedback), total });
}

/** Resolves or reopens feedback. Throws 404. */
export async function setFeedbackStatus(db: Queries, { id, status }: { id: number; status: FeedbackStatus }) {
  if (!(await updateStatus(db, id, status))) throw notFound("Feedback");
  return getFeedback(db, id);
}

async function getFeedback(db: Queries, id: number): Promise<Feedback> {
  const row = await findFeedback(db, id).then(orNotFound("Feedback"));
  return presentFeedback(row);
}
