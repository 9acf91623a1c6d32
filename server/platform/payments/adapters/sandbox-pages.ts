import { and, eq, gt, sql } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PageModel } from "../../../../contract/pages.ts";
import { paths } from "../../../../contract/paths.ts";
import type { Database } from "../../database/index.ts";
import { encodeHtml, sendHtml } from "../../http/html.ts";
import { refuseForeignOrigin } from "../../http/origin.ts";
import { hasInvalidText } from "../../http/validation.ts";
import type { Renderer } from "../../render/port.ts";
import { hashToken } from "../../tokens.ts";
import type { SubscriptionOffer } from "../port.ts";
import { sandboxAccounts, sandboxCheckouts, sandboxLinks } from "../tables.ts";
import { ONBOARDING_STEPS, type SandboxState } from "./sandbox-state.ts";

type PageParts = {
  db: Database;
  state: SandboxState;
  offer: SubscriptionOffer;
  publicUrl: string;
  renderer: Pick<Renderer, "renderPage">;
};
type Named = { Params: { id: string } };

const PAYMENT_REFUSED = "The payment failed: the card was refused. Nothing was charged; you can try again.";

/** The pages that Stripe would show, as plain forms. */
export function registerSandboxPages(app: FastifyInstance, parts: PageParts): void {
  const { db, state, offer, publicUrl } = parts;

  const sendPage = async (request: FastifyRequest, reply: FastifyReply, model: PageModel, status = 200) => {
    const html = await encodeHtml(await parts.renderer.renderPage(model, { publicUrl }));
    // Addresses here are ways in; no-referrer would take the origin from our own forms, too.
    reply.header("Referrer-Policy", "same-origin");
    return sendHtml(request, reply, html, { status, shared: false });
  };
  const sendMissing = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(request, reply, { page: "sandbox-missing" }, 404);
  const own = { onRequest: async (request: FastifyRequest) => refuseForeignOrigin(request, publicUrl) };
  /** The address is a secret of its own; whoever is signed in as somebody else has no business with it all the same. */
  const mayOpen = async (request: FastifyRequest, owner: string) => {
    const viewer = await request.findViewer();
    return viewer === null || String(viewer.creatorId) === owner;
  };

  const findCheckout = async (request: FastifyRequest<Named>) => {
    // The database refuses such a query with an error; no checkout has such an id.
    if (hasInvalidText(request.params)) return undefined;
    const [row] = await db.select().from(sandboxCheckouts).where(eq(sandboxCheckouts.id, request.params.id));
    return row && (await mayOpen(request, row.owner)) ? row : undefined;
  };
  type Found = NonNullable<Awaited<ReturnType<typeof findCheckout>>>;
  const sendCheckout = (
    request: FastifyRequest,
    reply: FastifyReply,
    { id: sessionId, status, successUrl, cancelUrl }: Found,
    problem: string | null,
  ) => {
    allowReturn(reply, [successUrl, cancelUrl]);
    return sendPage(request, reply, {
      page: "sandbox-checkout",
      sessionId,
      status,
      problem,
      offer: { name: offer.name, ...offer.price },
    });
  };

  app.get<Named>("/sandbox/checkout/:id", async (request, reply) => {
    const found = await findCheckout(request);
    return found ? sendCheckout(request, reply, found, null) : sendMissing(request, reply);
  });

  app.post<Named>("/sandbox/checkout/:id", own, async (request, reply) => {
    const found = await findCheckout(request);
    if (!found) return sendMissing(request, reply);
    const action = formField(request.body, "action");
    if (action === "cancel") return reply.redirect(found.cancelUrl, 303);
    if (found.status === "expired") return sendCheckout(request, reply, found, null);
    if (action === "fail" && found.status === "open") {
      await state.refusePayment(found.id);
      return sendCheckout(request, reply, found, PAYMENT_REFUSED);
    }
    if (action !== "succeed") return sendCheckout(request, reply, found, null);
    await state.payCheckout(found.id);
    return reply.redirect(found.successUrl.replaceAll("{CHECKOUT_SESSION_ID}", found.id), 303);
  });

  const findAccount = async (request: FastifyRequest<Named>) => {
    const [row] = await db
      .select({
        link: sandboxLinks,
        account: sandboxAccounts,
        fresh: sql<boolean>`${gt(sandboxLinks.expiresAt, sql`now()`)}`,
      })
      .from(sandboxLinks)
      .innerJoin(sandboxAccounts, eq(sandboxAccounts.id, sandboxLinks.accountId))
      .where(
        and(
          eq(sandboxLinks.tokenHash, hashToken(request.params.id)),
          eq(sandboxAccounts.deauthorized, false),
        ),
      );
    return row && (await mayOpen(request, row.account.owner)) ? row : undefined;
  };

  app.get<Named>("/sandbox/onboarding/:id", async (request, reply) => {
    const found = await findAccount(request);
    if (!found) return sendMissing(request, reply);
    if (!found.fresh) return reply.redirect(found.link.refreshUrl, 303);
    const { currentlyDue, pastDue } = found.account;
    return sendPage(request, reply, {
      page: "sandbox-onboarding",
      token: request.params.id,
      step: stepOf(currentlyDue),
      steps: ONBOARDING_STEPS.length,
      isLate: pastDue.length > 0,
    });
  });

  app.post<Named>("/sandbox/onboarding/:id", own, async (request, reply) => {
    const found = await findAccount(request);
    if (!found) return sendMissing(request, reply);
    const { link, account, fresh } = found;
    if (!fresh) return reply.redirect(link.refreshUrl, 303);
    const step = stepOf(account.currentlyDue);
    const action = formField(request.body, "action");
    if (action === "deauthorize") {
      await state.deauthorize(account.id);
      return reply.redirect(link.returnUrl, 303);
    }
    if (action === "leave") return reply.redirect(link.returnUrl, 303);
    // A step sent twice must not answer the next one, too.
    if (action === "answer" && step !== null && formField(request.body, "step") === String(step)) {
      await state.answerStep(account.id, step);
    }
    if (action === "late" && step === null) await state.missRequirement(account.id);
    return reply.redirect(paths.sandboxOnboarding(request.params.id), 303);
  });
}

/** A machine has several names for itself, and what a form leads to has to be allowed by name. */
function allowReturn(reply: FastifyReply, addresses: string[]): void {
  const origins = new Set(addresses.map((address) => new URL(address).origin));
  const policy = String(reply.getHeader("content-security-policy"));
  const rule = "form-action 'self'";
  reply.header("content-security-policy", policy.replace(rule, [rule, ...origins].join(" ")));
}

/** The first step that something is still due in; null when nothing is. */
function stepOf(currentlyDue: readonly string[]): number | null {
  const step = ONBOARDING_STEPS.findIndex((names) => names.some((name) => currentlyDue.includes(name)));
  return step < 0 ? null : step;
}

function formField(body: unknown, name: string): string {
  return body instanceof URLSearchParams ? (body.get(name) ?? "") : "";
}
