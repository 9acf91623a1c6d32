import type { DownloadAccess } from "../../../../contract/api/order-lines.ts";
import type { OrderStatus } from "../../../../contract/rules/order-states.ts";
import type { Queries } from "../../../platform/database/index.ts";
import type { AppError } from "../../../platform/http/app-error.ts";
import { isDisputeLost } from "../../order-payments/index.ts";
import type { Access } from "../access-tables.ts";
import { errors } from "../errors.ts";
import { isLineRefunded, type OrderLine } from "../lines/lines.ts";

/** The state of an order that decides whether its files can be opened. */
export type AccessState = {
  id: number;
  status: OrderStatus;
  access: readonly Access[];
  lines: readonly Pick<OrderLine, "id" | "amountCents" | "refundedCents">[];
  /** The gift that the order is for its buyer, or null for everybody who owns its files. */
  gift: { id: string } | null;
};

const ERRORS = {
  ended: errors.accessEnded,
  refunded: errors.wasRefunded,
  paused: errors.downloadPaused,
  returned: errors.paymentReturned,
  gifted: errors.wasGifted,
} as const;

/** Returns the access to the files of a paid order, ended ones included. */
export const boughtFiles = ({ access }: Pick<AccessState, "access">): Access[] =>
  access.filter(({ startsAt, fileId }) => startsAt !== null && fileId !== null);

/** The access to some files. `state` is `given`, or the reason why nothing can be opened. */
export type Granted = { state: DownloadAccess; open: Access[] };

/** Returns what the buyer of an order can open now, in all and of each line. */
export async function findAccess(
  db: Queries,
  order: AccessState,
): Promise<Granted & { ofLine: (line: { id: number }) => Granted }> {
  const ofOrder = order.gift ? "gifted" : await findDenial(db, order);
  const bought = boughtFiles(order);
  // A line that is refunded in full has its own state, whatever happens to the rest of the money.
  const denialOf = (lineId: number) =>
    ofOrder !== "gifted" && isRefunded(order, lineId) ? "refunded" : ofOrder;
  const grantedOf = (files: Access[], denial: Denial | null): Granted => {
    const open = files.filter((each) => stateOf(each, denialOf(each.lineId)) === "given");
    const [some] = open.length > 0 ? open : files;
    return { open, state: some ? stateOf(some, denialOf(some.lineId)) : (denial ?? "given") };
  };
  return {
    ...grantedOf(bought, ofOrder),
    ofLine: ({ id }) => {
      const files = bought.filter(({ lineId }) => lineId === id);
      return grantedOf(files, denialOf(id));
    },
  };
}

const isRefunded = ({ lines }: Pick<AccessState, "lines">, lineId: number): boolean =>
  lines.some((line) => line.id === lineId && isLineRefunded(line));

type Denial = Exclude<DownloadAccess, "given" | "ended">;

/** Returns why an order's money denies access, or null. */
async function findDenial(
  db: Queries,
  { id, status }: Pick<AccessState, "id" | "status">,
): Promise<Denial | null> {
  if (status === "refunded") return "refunded";
  if (status !== "disputed") return null;
  return (await isDisputeLost(db, id)) ? "returned" : "paused";
}

function stateOf({ endedAt, keep }: Access, denial: Denial | null): DownloadAccess {
  if (endedAt) return "ended";
  if (denial === "refunded" && keep) return "given";
  return denial ?? "given";
}

/** Returns why nothing of a paid order can be downloaded, or undefined when something can. */
export async function findAccessError(db: Queries, order: AccessState): Promise<AppError | undefined> {
  const { state } = await findAccess(db, order);
  return state === "given" ? undefined : ERRORS[state]();
}
