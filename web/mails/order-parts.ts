import { texts } from "../../contract/texts.ts";

/** Texts of several emails, and of the frame around them. */
export const parts = texts("mails", {
  order: "order {number} at {host}",
  yourOrder: "your order at {host}",
  yourOrderHeading: "Your order",
  about: "{heading}: {order}",
  orderNumber: "Order number",
  product: "Product",
  amount: "Amount",
  from: "From",
  date: "Date",
  paid: "Paid",
  seller: "Seller",
  withdrawn: "Withdrawn",
  buyer: "Buyer",
  openOrder: "Open your order",
  seeOrder: "See the order",
  seeOrders: "See your orders",
  theSeller: "The seller",
  mock: "The order was placed in the mock checkout: no money was charged.",
  test: "The order was placed in test mode: no money was charged.",
  question: "Questions? Reply to this email, or write to {email}.",
  buttonFails: "If the button does not work, open this address:",
  unsubscribe: "Unsubscribe",
  inBrowser: "Read in the browser",
  operatorNews: "You get this news from the people who run {host}.",
  creatorNews: "News from {creator}",
  whyNews: "You get this because you agreed to news from {creator} at {host}.",
  whyCheckout: "You received this because this email was given at checkout.",
  whySeller: "You received this because you sell at {host}.",
});

/** The number on the receipt; none before an order is paid and in the mock checkout. */
type OrderNumber = string | null | undefined;

/** The number for an email to a seller, in place of a missing one the id. No buyer's email holds an id, which counts the orders of the whole installation. */
export const sellersNumber = ({ number, order }: { number?: OrderNumber; order?: number | undefined }) =>
  number ?? order?.toString();

/** In the middle of a subject. Subjects and previews hold no text of a creator or product: the authors of such text must not decide what an inbox shows. */
export const orderName = (number: OrderNumber, host: string) =>
  number ? parts.order({ number, host }) : parts.yourOrder({ host });

/** Prevents email programs from turning a seller's text into links: a receipt must not contain a link that its seller chose. */
export const withoutLinks = (text: string) => text.replace(/:\/\/|[.@](?=\S)/g, (mark) => `${mark}\u200c`);

/** The number of an order as a fact; none for an order without one. */
export const orderFact = (number: OrderNumber) =>
  number ? [{ term: parts.orderNumber, value: number }] : [];

/** Facts about any order: its number, what was bought, and from whom where that is named. */
export const orderFacts = (number: OrderNumber, product: string, from?: string) => [
  ...orderFact(number),
  { term: parts.product, value: withoutLinks(product) },
  ...(from ? [{ term: parts.from, value: withoutLinks(from) }] : []),
];
