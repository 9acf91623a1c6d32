import { defineMessages } from "../../../../contract/texts.ts";

/** The messages about the first payment provider, the plan and the sellers' accounts. */
export const paymentMessages = defineMessages("check_payments", {
  name: "Payments",
  keyAdvice:
    "Check {setting}, and whether this machine may connect to {provider}. A restricted key needs the permissions that docs/payments.md lists.",
  noProduct:
    "{mode, select, live {the provider has no product {product} in live mode} other {the provider has no product {product} in test mode}}",
  noProductAdvice: "Create the product with a recurring price, or set {setting} to yours.",
  planSold:
    "{mode, select, live {the key works in live mode, and the Creator plan can be bought} other {the key works in test mode, and the Creator plan can be bought}}",
  planNotSold:
    "{mode, select, live {the key works in live mode, and nobody can buy the Creator plan with it} other {the key works in test mode, and nobody can buy the Creator plan with it}}",
  priceName: "Price of the plan",
  price:
    "{interval, select, day {the provider charges {charged} per day for the Creator plan, and the site shows {shown} per month, so that nobody can buy it} week {the provider charges {charged} per week for the Creator plan, and the site shows {shown} per month, so that nobody can buy it} month {the provider charges {charged} per month for the Creator plan, and the site shows {shown} per month, so that nobody can buy it} other {the provider charges {charged} per year for the Creator plan, and the site shows {shown} per month, so that nobody can buy it}}",
  priceAdvice:
    "Set CREATOR_PLAN_PRICE and CREATOR_PLAN_CURRENCY to the provider's monthly price, or change the price there.",
  sandbox: "the built-in sandbox: no money moves, and anyone can take the Creator plan for free",
  sandboxAndTest:
    "the built-in sandbox, and {providers} in test mode: no money moves, and anyone can take the Creator plan for free",
  sandboxAdvice: "To take money, set {setting} (docs/payments.md).",
  sandboxUnused:
    "{providers} takes money; without {setting} nobody can buy the Creator plan, administrators give it",
  accountsName: "Sellers' accounts at {provider}",
  accounts: "unknown with the present keys, so that they sell nothing: {count}",
  keyChangedAdvice:
    "{setting} belongs to another {provider} account or sandbox than before. Set the former key, or let these sellers connect again.",
  keysChangedAdvice:
    "{setting} or {other} belongs to another {provider} account or sandbox than before. Set the former key, or let these sellers connect again.",
  eventsName: "Payment events",
  noSecret: "no secret is set: events of the provider are refused",
  noSecretAdvice: "Set {setting} to the signing secret of the webhook endpoint (docs/payments.md).",
  lostEvents: "{count} of the last week have not arrived, such as {id} ({type}) of {time}",
  lostEventsAdvice:
    "Look at their deliveries in the provider's dashboard. Status 400 means that {setting} is the secret of another endpoint: copy the secret of this one. Without a status, the provider cannot reach PUBLIC_URL.",
  lastEvent: "the last one arrived at {time}",
  noEvent: "none has arrived yet",
  noEventAdvice:
    "Send a test event from the provider's dashboard. If it fails there, the response has the reason.",
});
