import type { AccountKind } from "../../../contract/api/connect.ts";
import type { ProviderName } from "../../../contract/rules/order-states.ts";
import type { RegisterPage } from "../http/register-page.ts";
import type { AccountMoney } from "./account-money.ts";

/** The subscription on offer: whole cents, currency in lower case. */
export type SubscriptionOffer = {
  id: string;
  name: string;
  price: { amount: number; currency: string; interval: string };
};

/** `active`: the plan is granted. `inactive`: it is not granted now, but may be later. `ended`: it will never be granted again. */
export type SubscriptionStatus = "active" | "inactive" | "ended";

export type Subscription = {
  id: string;
  status: SubscriptionStatus;
  customerId: string | null;
  /** The reference with which its checkout was started. */
  reference: string | null;
  /** The products of the subscription. A customer may also have subscriptions to other products of the provider account. */
  productIds: string[];
};

export type Checkout = {
  sessionId: string;
  status: "open" | "complete" | "expired";
  /** The URL of the payment page, or null if the browser's library finds it by the session's id. */
  url: string | null;
  subscriptionId: string | null;
};

export type NewCheckout = {
  /** The creator, shown in the provider's dashboard. */
  owner: string;
  /** Returned with the checkout and its subscription. Unique to this installation. */
  reference: string;
  /** The provider's customer, if the creator has paid before. */
  customerId: string | null;
  email: string;
  productId: string;
  /** `{CHECKOUT_SESSION_ID}` is replaced with the session's id. */
  successUrl: string;
  cancelUrl: string;
  /** Repeated requests with the same key return the same checkout. */
  idempotencyKey: string;
};

/** The missing details of a payout account, in the provider's names. */
export type Requirements = { currentlyDue: string[]; pastDue: string[] };

/** The reason, in the provider's words, for which an account may not sell although no details are missing. */
export type Restriction = {
  status: "restricted" | "rejected" | "unsupported";
  /** Such as `rejected_fraud`. */
  code: string | null;
  /** Such as `contact_stripe` or `no_resolution`. */
  resolution: string | null;
};

export type PayoutAccount = {
  id: string;
  /** Two capital letters. Null while unknown. */
  country: string | null;
  /** The provider takes payments for it. */
  canSell: boolean;
  requirements: Requirements;
  restriction: Restriction | null;
};

export type NewAccount = {
  owner: string;
  /** Unique to this installation. Stored at the provider. */
  reference: string;
  email: string;
  displayName: string;
  /** The URL of the creator's page. */
  pageUrl: string;
  /** Two capital letters. Null only in the sandbox. It can never be changed. */
  country: string | null;
  idempotencyKey: string;
};

export type OnboardingRequest = {
  accountId: string;
  kind: AccountKind;
  returnUrl: string;
  refreshUrl: string;
  ready: boolean;
};

/** The resource of an event about a sale: enough to find the payment, which is then read again. */
export type PaymentResource = {
  kind: "payment";
  /** The connected account, or null for the installation's own. */
  account: string | null;
  /** The provider's id of the payment. */
  id: string | null;
  /** The provider's id of the attempt to take the money, which refunds and disputes name. */
  intent: string | null;
  /** Our id of the payment. */
  reference: string | null;
};

/** An event of the provider. It only names the object to read again. Its contents are not used. */
export type PaymentEvent = {
  provider: ProviderName;
  id: string;
  type: string;
  live: boolean;
  /** Set if the event has no signature, so that anyone can have sent it. It is then used only if it names a payment that is known here. */
  unsigned?: true;
  resource:
    | { kind: "checkout"; id: string; reference: string | null }
    | { kind: "subscription"; id: string }
    | { kind: "account"; id: string; deauthorized: boolean }
    | PaymentResource
    | null;
};

/** The headers of a request, by their names in lower case. */
export type EventHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Charges for the Creator plan. */
export type SubscriptionProvider = {
  findOffer(productId: string): Promise<SubscriptionOffer | undefined>;
  startCheckout(checkout: NewCheckout): Promise<Checkout>;
  /** Finds the checkout that was started with a reference after this time. Used when its response was lost. */
  findCheckout(reference: string, startedAfter: Date): Promise<Checkout | undefined>;
  readCheckout(sessionId: string): Promise<Checkout | undefined>;
  /** Expires an open checkout, so that it cannot be paid. A finished one does not change. */
  expireCheckout(sessionId: string): Promise<void>;
  readSubscription(id: string): Promise<Subscription | undefined>;
  /** Returns the page where a customer changes the card and sees the invoices, or undefined for an unknown customer. */
  createPortalSession(given: { customerId: string; returnUrl: string }): Promise<string | undefined>;
  /** Ends a subscription immediately. Does nothing if it has ended or does not exist. */
  cancelSubscription(id: string): Promise<void>;
};

/** The accounts to which creators' sales are paid out. */
export type PayoutAccounts = {
  createAccount(account: NewAccount): Promise<PayoutAccount>;
  /** Finds the account that was created with a reference after this time. Used when its response was lost. */
  findAccount(reference: string, createdAfter: Date): Promise<PayoutAccount | undefined>;
  /** Returns undefined for an account that is unknown: it has revoked access, or the keys are of another platform. */
  readAccount(id: string): Promise<PayoutAccount | "closed" | undefined>;
  /** Reads the account behind the installation's keys, or returns null in the sandbox, which has none. */
  readOwnAccount(): Promise<PayoutAccount | null>;
  /** Reads the money of an account, or with `own` the money of the account of the installation's keys. Returns null if the provider does not report it. */
  readMoney(id: string, kind: AccountKind): Promise<AccountMoney | null>;
  /** Returns the URL where the creator provides missing details, or manages a complete account. */
  createOnboardingLink(way: OnboardingRequest): Promise<string>;
  /** Returns the secret for the provider's components on our page (onboarding, account management, notifications), or null if it has none. */
  createEmbeddedSession(accountId: string): Promise<string | null>;
};

/** The events of a provider about its changes. */
export type EventSource = {
  provider: ProviderName;
  /** True when real money moves. */
  live: boolean;
  /**
   * Verifies and parses an event by its body and the headers of its request.
   * Returns `expired` for a genuine event that was signed too long ago.
   * The function is null without a secret for events, because none can be verified.
   */
  verifyEvent: ((rawBody: Buffer, headers: EventHeaders) => PaymentEvent | "expired" | undefined) | null;
  /** Lists the newest events since this time that some endpoint has not accepted, of the types that are stored here. Returns none in the sandbox. */
  listUndelivered(since: Date): Promise<readonly UndeliveredEvent[]>;
  /** Lists the endpoints to which the provider sends events, or returns null in the sandbox, which has none. */
  listWebhookEndpoints(): Promise<readonly WebhookEndpoint[] | null>;
};

/** A website or shop of an account, with the name that buyers see where they pay. */
export type SalesProfile = { id: string; name: string; canSell: boolean; isSelected: boolean };

/** A provider at which creators have accounts. Its functions throw `ProviderUnavailable` when it is unavailable, slow or misconfigured. */
export type AccountProvider = PayoutAccounts &
  EventSource & {
    mode: "sandbox" | ProviderName;
    /** The kinds of accounts on which creators can sell with the operator's settings. Empty without settings. */
    offers: readonly AccountKind[];
    /** The origins of the scripts and frames with which creators manage their accounts on a page of ours. */
    embedHosts: readonly string[];
    /** The settings of the browser's library, or null if there is none. */
    publishableKey: string | null;
    /** Connects accounts that creators already have at the provider. Null if `createAccount` creates accounts. */
    authorization: {
      /** Returns the URL of the page on which a creator grants access. It leads back with the state. */
      url(way: { state: string; returnUrl: string }): string;
      /** Stores the creator's grant, and reads the account. */
      connect(given: { code: string; returnUrl: string }): Promise<PayoutAccount>;
      /** Lists the profiles of an account, or none without access to it. */
      listProfiles(accountId: string): Promise<SalesProfile[]>;
      /** Sells on another profile of an account. Returns false for a profile of another account, or one that takes no payments. */
      selectProfile(accountId: string, profileId: string): Promise<boolean>;
      /** Throws when the provider does not know the operator's app. */
      check(): Promise<void>;
      /** Revokes the grants for accounts to which no creator is connected any more. */
      endUnused(isUsed: (accountId: string) => Promise<boolean>): Promise<void>;
    } | null;
    /** The built-in provider, or null for an external one. */
    sandboxHost: SandboxHost | null;
  };

/** The providers of accounts by name. The name is stored with each account and event. */
export type AccountProviders = Readonly<Record<ProviderName, AccountProvider>>;

/** A provider of accounts that sells the plan as well. */
export type Payments = AccountProvider & SubscriptionProvider;

/** An endpoint that receives the provider's events, in Stripe's names. */
export type WebhookEndpoint = {
  id: string;
  url: string;
  status: string;
  enabled_events: readonly string[];
  /** The accounts of the events, or null if the provider does not report them. */
  from: { own: boolean; connected: boolean } | null;
  /** A `thin` event does not contain its object. */
  payload: "snapshot" | "thin";
};

/** A provider within this process, with its own pages and events. */
export type SandboxHost = {
  deliverTo(receive: (event: PaymentEvent) => Promise<void>): void;
  registerPages(registerPage: RegisterPage): void;
};

/** The provider could not be reached, or its response was invalid. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}

/**
 * The provider rejected a creation.
 * It may return the same error for a day to the same idempotency key, so the next attempt needs another key.
 */
export class CreationFailed extends ProviderUnavailable {
  override name = "CreationFailed";
}

/** An event of the installation's own account that an endpoint has not accepted. */
export type UndeliveredEvent = { id: string; type: string; createdAt: Date };
