import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { BuyerInput, checkoutRoutes } from "../../../contract/checkout.ts";
import { limits } from "../../../contract/limits.ts";
import type { PageModel } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { refuseForeignOrigin } from "../../platform/http/origin.ts";
import { parseInput } from "../../platform/http/validation.ts";
import { recordUnlessOwner } from "../analytics/index.ts";
import type { PageDeps, SendPage } from "./page-deps.ts";

type OrderModel = Extract<PageModel, { page: "order" }>;
type Token = { Params: { token: string } };

/** Buying as pages and plain forms: every step works before any script has loaded, or without. */
export function registerCheckoutPages(app: FastifyInstance, deps: PageDeps, sendPage: SendPage): void {
  const { checkout } = deps;
  const { payingBrowser } = checkout;
  /** The same bounds, counted together, whether a form or a script asks. */
  const formOf = (call: { path: string; limit: { points: number; seconds: number } }) => ({
    onRequest: async (request: FastifyRequest) => {
      refuseForeignOrigin(request, deps.publicUrl);
      await deps.limits.consume({ name: call.path, key: request.ip, ...call.limit });
    },
  });
  // Their URLs carry tokens. no-referrer would make browsers send `Origin: null` with our own forms, which are then refused; only a page without a form can have it.
  const privately = (reply: FastifyReply) => reply.header("Referrer-Policy", "same-origin");

  const sendCheckout = async (
    request: FastifyRequest,
    reply: FastifyReply,
    checkoutToken: string,
    rejected: { error: AppError; email: string } | null,
  ) => {
    const row = await unlessNotFound(checkout.getCheckout(checkoutToken));
    privately(reply);
    if (!row) return sendPage(request, reply, { page: "checkout-missing" }, 404);
    const model = {
      page: "mock-checkout",
      checkoutToken,
      order: checkout.presentCheckoutOrder(row),
      problem: rejected?.error.message ?? null,
      email: rejected?.email ?? "",
      unavailable: await checkout.findUnavailable(row),
      sendsReceipts: await checkout.areReceiptsSent(row),
    } as const;
    return sendPage(request, reply, model, rejected?.error.status);
  };

  const sendOrder = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { orderToken, mailed }: Pick<OrderModel, "orderToken" | "mailed">,
    status?: number,
  ) => {
    const row = await unlessNotFound(checkout.getOrder(orderToken));
    privately(reply);
    if (!row) return sendPage(request, reply, { page: "order-missing" }, 404);
    const order = checkout.presentBuyerOrder(row);
    const sendsReceipts = await checkout.areReceiptsSent(row);
    return sendPage(request, reply, { page: "order", orderToken, order, sendsReceipts, mailed }, status);
  };

  app.post("/checkout/start", formOf(checkoutRoutes.create), async (request, reply) => {
    const tileId = Number(formField(request.body, "tileId"));
    if (!Number.isSafeInteger(tileId) || tileId <= 0)
      return sendPage(request, reply, { page: "checkout-missing" }, 404);
    try {
      const { creatorId, address } = await checkout.startCheckout(tileId);
      // Not awaited: a buyer neither waits for statistics nor fails with them.
      recordUnlessOwner(deps.analytics, request, { creatorId, tileId, event: "checkout_start" }).catch(
        (error: unknown) => request.log.warn({ err: error }, "checkout_start event was not recorded"),
      );
      return reply.redirect(address, 303);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return sendPage(request, reply, { page: "checkout-missing" }, error.status);
    }
  });

  app.get<Token>("/checkout/mock/:token", (request, reply) =>
    sendCheckout(request, reply, request.params.token, null),
  );

  app.post<Token>("/checkout/mock/:token", formOf(checkoutRoutes.pay), async (request, reply) => {
    const checkoutToken = request.params.token;
    try {
      if (formField(request.body, "action") === "cancel") {
        return reply.redirect(await checkout.cancelOrder(checkoutToken), 303);
      }
      const { email } = parseInput(BuyerInput, { email: formField(request.body, "email") });
      const paid = await checkout.payOrder({ checkoutToken, email, ip: request.ip });
      payingBrowser.set(reply, paid.browserToken);
      return reply.redirect(paid.returnUrl, 303);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      const email = typedEmail(request.body);
      return sendCheckout(request, reply, checkoutToken, { error, email });
    }
  });

  app.get<{ Querystring: Record<string, unknown> }>("/checkout/return", async (request, reply) => {
    const { status, downloadToken, handle, order } = request.query;
    const token = text(downloadToken);
    reply.header("Referrer-Policy", "no-referrer");
    const found = token
      ? await checkout.findReturn({ downloadToken: token, browserToken: payingBrowser.read(request) })
      : { orderToken: text(order), isReceiptSent: null };
    return sendPage(request, reply, {
      page: "checkout-return",
      status:
        status === "success"
          ? "success"
          : status === undefined || status === "pending"
            ? "pending"
            : "failure",
      downloadToken: token,
      handle: text(handle),
      ...found,
    });
  });

  app.get<Token & { Querystring: Record<string, unknown> }>("/orders/:token", (request, reply) => {
    const mailed = request.query.mailed === "1" ? ({ sent: true } as const) : null;
    return sendOrder(request, reply, { orderToken: request.params.token, mailed });
  });

  app.post<Token>("/orders/:token", formOf(checkoutRoutes.renew), async (request, reply) => {
    await unlessNotFound(checkout.renewOrder(request.params.token));
    return reply.redirect(paths.order(request.params.token), 303);
  });

  app.post<Token>("/orders/:token/mail", formOf(checkoutRoutes.mail), async (request, reply) => {
    const orderToken = request.params.token;
    try {
      const { email } = parseInput(BuyerInput, { email: formField(request.body, "email") });
      await checkout.mailOrder({ orderToken, email, ip: request.ip });
      return reply.redirect(paths.orderMailed(orderToken), 303);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      const mailed = { sent: false, problem: error.message, email: typedEmail(request.body) } as const;
      return sendOrder(request, reply, { orderToken, mailed }, error.status);
    }
  });
}

function formField(body: unknown, name: string): string {
  return body instanceof URLSearchParams ? (body.get(name) ?? "") : "";
}

/** The value to show in the form again, as long as the field takes it. */
function typedEmail(body: unknown): string {
  return formField(body, "email").slice(0, limits.email.max);
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" && value.length <= 512 ? value : null;
}

/** The answer, or undefined when what it is about does not exist. */
async function unlessNotFound<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}
