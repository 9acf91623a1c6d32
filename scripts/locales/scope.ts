/** Files whose texts buyers and visitors meet: each language has all of them. */
const BUYERS =
  /^web\/(storefront\/(?!landing|sandbox|enhance)|lib|ui|themes)|^web\/widgets\/(share-panel|site-links)|^contract\/rules\/(goals|moderation|price-lines|signup-tile|site)/;
/** Emails to buyers and readers. */
const BUYERS_MAILS =
  /^web\/mails\/(receipt|gift|library-link|new-version|order-email|order-parts|refund-content|withdrawal|frame|document|plain-text|marketing|payment-notice)/;

/** Returns whether a language must have the texts of a file. */
export const isRequired = (file: string): boolean => BUYERS.test(file) || BUYERS_MAILS.test(file);
