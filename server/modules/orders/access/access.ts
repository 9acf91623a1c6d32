import type { DownloadAccess } from "../../../../contract/pages/sale-models.ts";
import type { Queries } from "../../../platform/database/index.ts";
import type { AppError } from "../../../platform/http/app-error.ts";
import { isDisputeLost } from "../../order-payments/index.ts";
import { errors } from "../errors.ts";
import type { AccessState } from "../repository.ts";

const ERRORS = {
  ended: errors.accessEnded,
  refunded: errors.wasRefunded,
  paused: errors.downloadPaused,
  returned: errors.paymentReturned,
} as const;

/** Returns whether the buyer of a paid order has access to its content. */
export async function findAccess(db: Queries, order: AccessState): Promise<DownloadAccess> {
  if (order.accessEndedAt) return "ended";
  if (order.status === "refunded") return order.keepAccess ? "given" : "refunded";
  if (order.status !== "disputed") return "given";
  return (await isDisputeLost(db, order.id)) ? "returned" : "paused";
}

/** Returns why the download of a paid order does not work, or undefined when it does. */
export async function findAccessError(db: Queries, order: AccessState): Promise<AppError | undefined> {
  const access = await findAccess(db, order);
  return access === "given" ? undefined : ERRORS[access]();
}
