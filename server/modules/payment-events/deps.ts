import type { ProviderName } from "../../../contract/rules/order-states.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { PaymentEvent } from "../../platform/payments/port.ts";

type ResourceOf<Kind extends string> = Extract<PaymentEvent["resource"], { kind: Kind }>;

/** The modules that own the events' resources. Each reads the resource again from its provider and ignores unknown ones. */
export type PaymentEventUses = {
  onAccountEvent(
    resource: Omit<ResourceOf<"account">, "kind"> & Pick<PaymentEvent, "provider">,
  ): Promise<void>;
  onSubscriptionEvent(id: string): Promise<void>;
  /** Returns false if the checkout belongs to no subscription. */
  onCheckoutEvent(resource: Omit<ResourceOf<"checkout">, "kind">): Promise<boolean>;
  onPaymentEvent(
    resource: Omit<ResourceOf<"payment">, "kind"> & Pick<PaymentEvent, "provider" | "live">,
  ): Promise<void>;
  /** Finds the payment of an order by its provider's id. */
  findPayment(named: { provider: ProviderName; id: string }): Promise<{ account: string | null } | undefined>;
};

export type PaymentEventDeps = Pick<Infrastructure, "db" | "log" | "jobs" | "limits" | "accountProviders">;
