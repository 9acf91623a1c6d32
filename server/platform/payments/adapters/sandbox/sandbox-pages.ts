import { and, eq, gt, sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { pageRoutes } from "../../../../../contract/pages/page-routes.ts";
import { paths } from "../../../../../contract/rules/paths.ts";
import type { Database } from "../../../database/index.ts";
import type { PageContext, RegisterPage } from "../../../http/register-page.ts";
import { allowFormTargets } from "../../../http/security-headers.ts";
import { hashToken } from "../../../tokens.ts";
import type { SubscriptionOffer } from "../../port.ts";
import { sandboxAccounts, sandboxCheckouts, sandboxLinks } from "../../tables.ts";
import { ONBOARDING_STEPS, type SandboxState } from "./sandbox-state.ts";

type PageParts = {
  db: Database;
  state: SandboxState;
  offer: SubscriptionOffer;
};
/** A request for a page by the id in its path. */
type Named = { params: { id: string }; request: FastifyRequest };

const PAYMENT_REFUSED = "The payment failed: the card was refused. Nothing was charged; you can try again.";

/** Registers the sandbox's versions of Stripe's pages, as plain forms. */
export function registerSandboxPages(registerPage: RegisterPage, { db, state, offer }: PageParts): void {
  /** Rejects a user who is signed in as another creator. The URL is secret, but may have been shared. */
  const mayOpen = async (request: FastifyRequest, owner: string) => {
    const viewer = await request.findViewer();
    return viewer === null || String(viewer.creatorId) === owner;
  };

  const findCheckout = async ({ params, request }: Named) => {
    const [row] = await db.select().from(sandboxCheckouts).where(eq(sandboxCheckouts.id, params.id));
    return row && (await mayOpen(request, row.owner)) ? row : undefined;
  };
  type Found = NonNullable<Awaited<ReturnType<typeof findCheckout>>>;
  const sendCheckout = (
    { reply, sendPage }: Pick<PageContext<typeof pageRoutes.sandboxCheckout>, "reply" | "sendPage">,
    { id: sessionId, status, successUrl, cancelUrl }: Found,
    problem: string | null,
  ) => {
    allowFormTargets(reply, [successUrl, cancelUrl]);
    return sendPage({
      page: "sandbox-checkout",
      sessionId,
      status,
      problem,
      offer: { name: offer.name, ...offer.price },
    });
  };

  registerPage(pageRoutes.sandboxCheckout, async (context) => {
    const found = await findCheckout(context);
    return found ? sendCheckout(context, found, null) : context.sendNotFound();
  });

  registerPage(pageRoutes.paySandboxCheckout, async (context) => {
    const { reply, form } = context;
    const found = await findCheckout(context);
    if (!found) return context.sendNotFound();
    const { action } = form;
    if (action === "cancel") return reply.redirect(found.cancelUrl, 303);
    if (found.status === "expired") return sendCheckout(context, found, null);
    if (action === "fail" && found.status === "open") {
      await state.refusePayment(found.id);
      return sendCheckout(context, found, PAYMENT_REFUSED);
    }
    if (action !== "succeed") return sendCheckout(context, found, null);
    await state.payCheckout(found.id);
    return reply.redirect(found.successUrl.replaceAll("{CHECKOUT_SESSION_ID}", found.id), 303);
  });

  const findAccount = async ({ params, request }: Named) => {
    const [row] = await db
      .select({
        link: sandboxLinks,
        account: sandboxAccounts,
        fresh: sql<boolean>`${gt(sandboxLinks.expiresAt, sql`now()`)}`,
      })
      .from(sandboxLinks)
      .innerJoin(sandboxAccounts, eq(sandboxAccounts.id, sandboxLinks.accountId))
      .where(and(eq(sandboxLinks.tokenHash, hashToken(params.id)), eq(sandboxAccounts.deauthorized, false)));
    return row && (await mayOpen(request, row.account.owner)) ? row : undefined;
  };

  registerPage(pageRoutes.sandboxOnboarding, async (context) => {
    const { params, reply } = context;
    const found = await findAccount(context);
    if (!found) return context.sendNotFound();
    if (!found.fresh) return reply.redirect(found.link.refreshUrl, 303);
    const { currentlyDue, pastDue } = found.account;
    return context.sendPage({
      page: "sandbox-onboarding",
      token: params.id,
      step: stepOf(currentlyDue),
      steps: ONBOARDING_STEPS.length,
      isLate: pastDue.length > 0,
    });
  });

  registerPage(pageRoutes.answerSandboxOnboarding, async (context) => {
    const { params, form, reply } = context;
    const found = await findAccount(context);
    if (!found) return context.sendNotFound();
    const { link, account, fresh } = found;
    if (!fresh) return reply.redirect(link.refreshUrl, 303);
    const step = stepOf(account.currentlyDue);
    const { action } = form;
    if (action === "deauthorize") {
      await state.deauthorize(account.id);
      return reply.redirect(link.returnUrl, 303);
    }
    if (action === "leave") return reply.redirect(link.returnUrl, 303);
    // A step that is sent twice must not fill in the next one.
    if (action === "answer" && step !== null && form.step === String(step)) {
      await state.answerStep(account.id, step);
    }
    if (action === "late" && step === null) await state.missRequirement(account.id);
    return reply.redirect(paths.sandboxOnboarding(params.id), 303);
  });
}

/** Returns the first incomplete step, or null if all are complete. */
function stepOf(currentlyDue: readonly string[]): number | null {
  const step = ONBOARDING_STEPS.findIndex((names) => names.some((name) => currentlyDue.includes(name)));
  return step < 0 ? null : step;
}
