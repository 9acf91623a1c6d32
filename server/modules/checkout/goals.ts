import type { Goal } from "../../../contract/api/goals.ts";
import type { Queries } from "../../platform/database/index.ts";
import { progressOfGoals } from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";

/** Returns the progress of a creator's goals from sales, in their order. */
export async function findGoalProgress(
  { connect, settings }: Pick<CheckoutDeps, "connect" | "settings">,
  db: Queries,
  { creatorId, goals }: { creatorId: number; goals: readonly Goal[] },
): Promise<number[]> {
  const account = await connect.sellingAccount(db, creatorId);
  const mode = account ? account.mode : settings.mockCheckout ? null : "live";
  return progressOfGoals(db, { creatorId, mode, goals });
}
