/** Subjects and previews hold no text of a creator or product: the authors of such text must not decide what an inbox shows. */
export const orderName = (order: number | undefined, host: string) =>
  order === undefined ? `order at ${host}` : `order ${order} at ${host}`;

/** Prevents email programs from turning a seller's text into links: a receipt must not contain a link that its seller chose. */
export const withoutLinks = (text: string) => text.replace(/:\/\/|[.@](?=\S)/g, (mark) => `${mark}\u200c`);

/** The number of an order as a fact; none for emails that an earlier release queued. */
export const orderFact = (order: number | undefined) =>
  order === undefined ? [] : [{ term: "Order", value: String(order) }];

/** Of an order that was paid in the sandbox or with test keys. */
export const TEST_MODE = "The order was placed in test mode: no money was charged.";
