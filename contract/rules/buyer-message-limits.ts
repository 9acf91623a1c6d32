/** The maximum length of a product's message for its buyers. */
export const MAX_BUYER_MESSAGE = 2000;
/** The maximum length of the text on that message's link. */
export const MAX_BUYER_LINK_LABEL = 80;
