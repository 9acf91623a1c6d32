/** The number on the receipt; none before an order is paid and in the mock checkout. */
type OrderNumber = string | null | undefined;

/** The number for an email to a seller, in place of a missing one the id. No buyer's email holds an id, which counts the orders of the whole installation. */
export const sellersNumber = ({ number, order }: { number?: OrderNumber; order?: number | undefined }) =>
  number ?? order?.toString();

/** In the middle of a subject. Subjects and previews hold no text of a creator or product: the authors of such text must not decide what an inbox shows. */
export const orderName = (number: OrderNumber, host: string) =>
  number ? `order ${number} at ${host}` : `your order at ${host}`;

/** Prevents email programs from turning a seller's text into links: a receipt must not contain a link that its seller chose. */
export const withoutLinks = (text: string) => text.replace(/:\/\/|[.@](?=\S)/g, (mark) => `${mark}\u200c`);

/** The number of an order as a fact; none for an order without one. */
export const orderFact = (number: OrderNumber) => (number ? [{ term: "Order number", value: number }] : []);

/** Of an order that was paid in the sandbox or with test keys. */
export const TEST_MODE = "The order was placed in test mode: no money was charged.";
