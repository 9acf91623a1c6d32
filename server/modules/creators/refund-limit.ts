import { eq } from "drizzle-orm";
import { accountSecurityRoutes } from "../../../contract/api/account-security.ts";
import { REFUND_LIMIT_CENTS } from "../../../contract/rules/limits.ts";
import type { Database, Queries } from "../../platform/database/index.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { creators } from "./tables.ts";

/** Returns the daily refund limit above which a creator must confirm their identity. */
export async function findRefundLimit(db: Queries, creatorId: number): Promise<number> {
  const [row] = await db
    .select({ limitCents: creators.refundLimitCents })
    .from(creators)
    .where(eq(creators.id, creatorId));
  return row?.limitCents ?? REFUND_LIMIT_CENTS;
}

export function registerRefundLimitRoutes(registerRoute: RegisterRoute, { db }: { db: Database }): void {
  registerRoute(accountSecurityRoutes.refundLimit, async ({ viewer }) => ({
    limitCents: await findRefundLimit(db, viewer.creatorId),
  }));

  registerRoute(accountSecurityRoutes.saveRefundLimit, async ({ viewer, body: { limitCents } }) => {
    await db.update(creators).set({ refundLimitCents: limitCents }).where(eq(creators.id, viewer.creatorId));
    return { limitCents };
  });
}
