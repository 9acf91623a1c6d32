import type { FastifyInstance, FastifyRequest } from "fastify";
import { paymentEventRoutes } from "../../../contract/api/payment-events.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import type { PaymentEventDeps, PaymentEventUses } from "./deps.ts";
import { receiveEvent } from "./inbox.ts";

/** Registers the webhooks in a separate scope, because a signature covers the unparsed body. */
export function registerWebhooks(
  scope: FastifyInstance,
  registerRoute: RegisterRoute,
  deps: PaymentEventDeps & Pick<PaymentEventUses, "findPayment">,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  const receive = async (provider: string, { body, headers }: FastifyRequest) => {
    await receiveEvent(deps, deps, {
      provider,
      body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      headers,
    });
    return undefined;
  };
  registerRoute(paymentEventRoutes.stripeWebhook, ({ request }) => receive("stripe", request));
  registerRoute(paymentEventRoutes.webhook, ({ request, params }) => receive(params.provider, request));
}
