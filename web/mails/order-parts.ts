import { texts } from "../../contract/texts.ts";

/** The maximum of characters of a product's name in a subject. */
export const SUBJECT_LENGTH = 60;

/** Texts shared by several emails and their frame. */
export const parts = texts("mails", {
  net: "Net",
  yourOrderHeading: "Your order",
  about:
    "{number, select, none {{heading}: your order at {host}} other {{heading}: order {number} at {host}}}",
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
  purchases: "All your purchases",
  seeOrder: "See the order",
  seeOrders: "See your orders",
  mock: "The order was placed in the mock checkout: no money was charged.",
  test: "The order was placed in test mode: no money was charged.",
  question: "Questions? Reply to this email, or write to {email}.",
  label: "{label}:",
  labelWithLink: "{label}: {url}",
  worksDays: "The link works for {days, plural, one {# day} other {# days}}.",
  buttonFails: "If the button does not work, open this address:",
  unsubscribe: "Unsubscribe",
  inBrowser: "Read in the browser",
  operatorNews: "You get this news from the people who run {host}.",
  creatorNews: "News from {creator}",
  whyNews: "You get this because you agreed to news from {creator} at {host}.",
  whyCheckout: "You received this because this email was given at checkout.",
  whySeller: "You received this because you sell at {host}.",
});

/** The number on the receipt. Unpaid and mock orders have none. */
type OrderNumber = string | null | undefined;

/** The number in a seller's email, or the id. Buyers' emails contain no id, which would reveal the installation's number of orders. */
export const sellersNumber = ({ number, order }: { number?: OrderNumber; order?: number | undefined }) =>
  number ?? order?.toString();

/** The parameters of a subject that names an order, with or without its number. Subjects and previews contain no text by creators, who must not decide what an inbox shows. */
export const ofOrder = (number: OrderNumber, host: string) => ({ number: number || "none", host });

/** Prevents mail clients from turning a seller's text into links: only the message of a paid product may have links. */
export const withoutLinks = (text: string) => text.replace(/:\/\/|[.@](?=\S)/g, (mark) => `${mark}\u200c`);

/** Returns a seller's name in a sentence, or the host once the creator is deleted. */
export const sellerOr = (host: string, name: string) => withoutLinks(name || host);

/** The order number as a detail, if there is one. */
export const orderFact = (number: OrderNumber) =>
  number ? [{ term: parts.orderNumber, value: number }] : [];

/** Details of any order: number, product, and the seller if known. */
export const orderFacts = (number: OrderNumber, product: string, from?: string) => [
  ...orderFact(number),
  { term: parts.product, value: withoutLinks(product) },
  ...(from ? [{ term: parts.from, value: withoutLinks(from) }] : []),
];
