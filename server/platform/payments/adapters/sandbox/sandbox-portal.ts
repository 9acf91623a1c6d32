import { and, desc, eq } from "drizzle-orm";
import { pageRoutes } from "../../../../../contract/pages/page-routes.ts";
import { paths, safePath } from "../../../../../contract/rules/paths.ts";
import type { Database } from "../../../database/index.ts";
import type { PageContext, RegisterPage } from "../../../http/register-page.ts";
import { sandboxCheckouts, sandboxSubscriptions } from "../../tables.ts";
import type { SandboxPrice, SandboxState } from "./sandbox-state.ts";

/** Returns the URL of the sandbox's page with a customer's card and invoices. The id of the paid checkout in it is the secret. */
export async function findSandboxPortal(
  { db, publicUrl }: { db: Database; publicUrl: string },
  { customerId, returnUrl }: { customerId: string; returnUrl: string },
): Promise<string | undefined> {
  const [checkout] = await db
    .select({ id: sandboxCheckouts.id })
    .from(sandboxCheckouts)
    .where(and(eq(sandboxCheckouts.customerId, customerId), eq(sandboxCheckouts.status, "complete")))
    .orderBy(desc(sandboxCheckouts.createdAt))
    .limit(1);
  const { pathname, search } = new URL(returnUrl);
  return checkout && `${publicUrl}${paths.sandboxPortal(checkout.id, pathname + search)}`;
}

const STATES: Readonly<Record<string, "active" | "overdue">> = { active: "active", past_due: "overdue" };
const DONE: Readonly<Record<string, string>> = {
  card: "The card was changed, and pays what was open.",
  fail: "The renewal failed. The plan stays while the provider tries again.",
};

/** Registers the sandbox's version of Stripe's page with card and invoices. */
export function registerSandboxPortal(
  registerPage: RegisterPage,
  { db, state, price }: { db: Database; state: SandboxState; price: SandboxPrice },
): void {
  type Context = Pick<
    PageContext<typeof pageRoutes.sandboxPortal>,
    "params" | "query" | "request" | "sendPage" | "sendNotFound"
  >;
  const find = async ({ params, request }: Pick<Context, "params" | "request">) => {
    const [row] = await db
      .select({ owner: sandboxCheckouts.owner, subscription: sandboxSubscriptions })
      .from(sandboxCheckouts)
      .innerJoin(sandboxSubscriptions, eq(sandboxSubscriptions.id, sandboxCheckouts.subscriptionId))
      .where(eq(sandboxCheckouts.id, params.id));
    // The URL is secret, but may have been shared.
    const viewer = await request.findViewer();
    return row && (viewer === null || String(viewer.creatorId) === row.owner) ? row.subscription : undefined;
  };
  const send = async (context: Context, done: string | null) => {
    const found = await find(context);
    if (!found) return context.sendNotFound();
    const back = safePath(context.query.back, paths.settings());
    const { amount, currency } = price;
    const standing = STATES[found.status] ?? "ended";
    return context.sendPage({
      page: "sandbox-portal",
      path: paths.sandboxPortal(context.params.id, back),
      back,
      state: standing,
      invoices: [
        { at: found.createdAt.toISOString(), amount, currency, isPaid: true },
        ...(standing === "overdue"
          ? [{ at: new Date().toISOString(), amount, currency, isPaid: false }]
          : []),
      ],
      done,
    });
  };

  registerPage(pageRoutes.sandboxPortal, (context) => send(context, null));

  registerPage(pageRoutes.actOnSandboxPortal, async (context) => {
    const found = await find(context);
    if (!found) return context.sendNotFound();
    const { action } = context.form;
    if (action === "card") await state.changeCard(found.id);
    if (action === "fail") await state.failRenewal(found.id);
    return send(context, found.status === "canceled" ? null : (DONE[action] ?? null));
  });
}
