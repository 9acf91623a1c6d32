import type { LegalTexts } from "./types.ts";

const file =
  "Deliver the files now. I agree that their delivery starts at once and I know that I thereby lose my right to withdraw from them.";
const right = "You have the right to withdraw from this contract within 14 days without giving a reason.";

/** Of its own, because the form of a tile shows it without the others. */
export const NEWS_CONSENT_IN_ENGLISH = "Email me news from this creator. I can unsubscribe at any time.";

export const en: LegalTexts = {
  language: "en",
  digital: {
    id: "digital-delivery-1",
    text: "Deliver it now. I agree that delivery starts at once and I know that I thereby lose my right to withdraw from the contract.",
  },
  digitalPart: { id: "digital-part-1", text: file },
  service: {
    id: "service-1",
    text: "The service may begin within the 14 days for withdrawal. I ask for that and I know that I lose my right to withdraw once it has been provided in full.",
  },
  servicePart: {
    id: "service-part-1",
    text: "The service may begin within the 14 days for withdrawal. I ask for that and I know that I lose my right to withdraw from it once it has been provided in full.",
  },
  digitalAndServiceId: "digital-delivery-and-service-1",
  news: { id: "creator-news-1", text: NEWS_CONSENT_IN_ENGLISH },
  withdrawal: {
    id: "withdrawal-1",
    goods: `${right} The period ends 14 days after the day on which you receive the goods.`,
    file: `${right} The period ends 14 days after the day of the order. It ends earlier once you download the file, because you agree that delivery starts at once.`,
    service: `${right} The period ends 14 days after the day of the order. It ends earlier once the service has been provided in full, because you agree that it may begin before then.`,
    how: "To withdraw, press “{button}” on the page of your order, or send {name} a clear statement, for example by email to {email}. You may use the model form, but need not. It is in time if you send it before the period ends.",
    refund:
      "{name} then returns your payment within 14 days, by the means of payment that you used and without a fee.",
    refundOfService:
      "{name} then returns your payment within 14 days, by the means of payment that you used and without a fee. If the service has begun by then, you pay for the part that was provided.",
    returnByBuyer:
      "{name} then returns all payments, with the cost of standard delivery, within 14 days, by the means of payment that you used and without a fee, but may wait until the goods are back or you have shown that they are on their way. Send them back within 14 days. You pay for the return, and for a loss in value only if you handled the goods more than is needed to examine them.",
    returnBySeller:
      "{name} then returns all payments, with the cost of standard delivery, within 14 days, by the means of payment that you used and without a fee, but may wait until the goods are back or you have shown that they are on their way. Send them back within 14 days. {name} pays for the return. You pay for a loss in value only if you handled the goods more than is needed to examine them.",
    exceptions:
      "There is no right to withdraw for goods that are made to your specifications or clearly personal, that spoil quickly, or that were sealed for health or hygiene and have been opened.",
    form: [
      "To {seller}:",
      "I hereby withdraw from my contract about (product):",
      "Ordered on, or received on:",
      "Name of the buyer:",
      "Address of the buyer:",
      "Signature of the buyer (only on paper):",
      "Date:",
    ],
  },
};
