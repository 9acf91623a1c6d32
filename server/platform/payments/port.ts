import type { RegisterPage } from "../http/register-page.ts";

/** The subscription on offer: whole cents, currency in lower case. */
export type SubscriptionOffer = {
  id: string;
  name: string;
  price: { amount: number; currency: string; interval: string };
};

/** `active`: what is paid for is given. `inactive`: not now, but it may come. `ended`: it never comes back. */
export type SubscriptionStatus = "active" | "inactive" | "ended";

export type Subscription = {
  id: string;
  status: SubscriptionStatus;
  customerId: string | null;
  /** What was given when its checkout was started. */
  reference: string | null;
  /** The products on its lines: the same customer may subscribe to other things of the same provider account. */
  productIds: string[];
};

export type Checkout = {
  sessionId: string;
  status: "open" | "complete" | "expired";
  /** Where the person pays; null when the browser's library has to find it by the session's id. */
  url: string | null;
  subscriptionId: string | null;
};

export type NewCheckout = {
  /** Whose it is, for people who look at it there. */
  owner: string;
  /** Comes back with the checkout and with its subscription; unique to this installation. */
  reference: string;
  /** Whoever has paid before stays the same customer. */
  customerId: string | null;
  email: string;
  productId: string;
  /** `{CHECKOUT_SESSION_ID}` in it is filled in. */
  successUrl: string;
  cancelUrl: string;
  /** The same key means the same checkout, however often it is asked for. */
  idempotencyKey: string;
};

/** What a payout account still lacks, in the provider's names. */
export type Requirements = { currentlyDue: string[]; pastDue: string[] };

export type PayoutAccount = { id: string; requirements: Requirements };

export type OnboardingWay = { accountId: string; returnUrl: string; refreshUrl: string; ready: boolean };

/** What happened at the provider. It says what to look at again, never what to believe. */
export type PaymentEvent = {
  id: string;
  type: string;
  live: boolean;
  resource:
    | { kind: "checkout"; id: string; reference: string | null }
    | { kind: "subscription"; id: string }
    | { kind: "account"; id: string; deauthorized: boolean }
    | null;
};

/** A payment provider. Whatever fails because it is away, slow or set up wrongly throws `ProviderUnavailable`. */
export type Payments = {
  mode: "sandbox" | "stripe";
  /** True when real money moves. */
  live: boolean;
  /** What the browser's library needs; null when there is none. */
  publishableKey: string | null;
  findOffer(productId: string): Promise<SubscriptionOffer | undefined>;
  startCheckout(checkout: NewCheckout): Promise<Checkout>;
  /** The checkout that was started with a reference after this time, when its response was lost. */
  findCheckout(reference: string, startedAfter: Date): Promise<Checkout | undefined>;
  readCheckout(sessionId: string): Promise<Checkout | undefined>;
  /** Nobody can pay an open checkout afterwards; one that is finished stays as it is. */
  expireCheckout(sessionId: string): Promise<void>;
  readSubscription(id: string): Promise<Subscription | undefined>;
  /** At once. One that has ended, or that nobody knows, is left alone. */
  cancelSubscription(id: string): Promise<void>;
  createAccount(account: {
    owner: string;
    reference: string;
    email: string;
    idempotencyKey: string;
  }): Promise<PayoutAccount>;
  /** The account that was created with a reference after this time, when its response was lost. */
  findAccount(reference: string, createdAfter: Date): Promise<PayoutAccount | undefined>;
  /** Undefined once the account is gone or has withdrawn its permission. */
  readAccount(id: string): Promise<PayoutAccount | undefined>;
  /** Where the person fills in what is missing, or looks after a finished account. */
  createOnboardingLink(way: OnboardingWay): Promise<string>;
  /** For onboarding inside our own page; null where there is no such thing. */
  createEmbeddedSession(accountId: string): Promise<string | null>;
  /** Late: genuine, but signed longer ago than an event is under way. Null when no secret for events is known: nothing can be believed. */
  verifyEvent: ((rawBody: Buffer, signature: string | undefined) => PaymentEvent | "late" | undefined) | null;
  /** Null when the provider is somewhere else. */
  sandboxHost: SandboxHost | null;
};

/** A provider that lives in this process: it shows its own pages and brings its events itself. */
export type SandboxHost = {
  deliverTo(receive: (rawBody: Buffer, signature: string) => Promise<void>): void;
  registerPages(registerPage: RegisterPage): void;
};

/** The provider could not be asked, or gave no answer that means anything. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}

/** The provider answered a creation with an error. It may repeat that answer for a day to the same idempotency key, so the next attempt needs another one. */
export class CreationFailed extends ProviderUnavailable {
  override name = "CreationFailed";
}
