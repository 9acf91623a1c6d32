import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { PaymentEventUses } from "./deps.ts";
import { paymentEventJob, storeEvent } from "./inbox.ts";
import { deleteOldEvents, readLastEventAge } from "./repository.ts";
import { registerWebhooks } from "./routes.ts";

/** Exported for reading joins. Only this module writes to it. */
export { paymentEvents } from "./tables.ts";

/** The inbox of the payment providers' events. It verifies each event, stores it once and passes it to the resource's module. */
export function createPaymentEvents(infrastructure: Infrastructure, uses: PaymentEventUses) {
  const hosts = Object.values(infrastructure.accountProviders).map(({ sandboxHost }) => sandboxHost);
  for (const host of hosts) host?.deliverTo((event) => storeEvent(infrastructure, event));
  return {
    routes: (http) =>
      http.addScope((scope, registerRoute) =>
        registerWebhooks(scope, registerRoute, { ...infrastructure, findPayment: uses.findPayment }),
      ),
    /** The pages of the built-in provider, whose buttons send events. */
    pages: (registerPage) => {
      for (const host of hosts) host?.registerPages(registerPage);
    },
    jobs: [paymentEventJob(infrastructure, uses)],
    maintenance: { "delete-old-payment-events": () => deleteOldEvents(infrastructure.db) },
    gauges: [
      {
        name: "tessera_last_payment_event_seconds",
        help: "Age of the last event of a payment provider. Absent if none arrived for a month",
        read: () => readLastEventAge(infrastructure.db),
      },
    ],
    api: {},
  } satisfies Module;
}
