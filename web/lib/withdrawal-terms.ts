type Contract = {
  of: "goods" | "file";
  /** The legal name of the seller. */
  seller: string;
  /** The seller's email. */
  email: string;
};

/** Returns the information about the right of withdrawal in paragraphs, after the model of annex I to directive 2011/83/EU: how long, how, and who pays the return. */
export function withdrawalTerms({ of, seller, email }: Contract): string[] {
  const isGoods = of === "goods";
  return [
    `You have the right to withdraw from this contract within 14 days without giving a reason. The period ends 14 days after the day ${isGoods ? "on which you receive the goods" : "of the order"}.${isGoods ? "" : " It ends earlier once you download the file, because you agree that delivery starts at once."}`,
    `To withdraw, press “Withdraw from contract here” on the page of your order, or send ${seller} a clear statement, for example by email to ${email}. It is in time if you send it before the period ends. You may write: “I withdraw from my contract about (product), ordered on (date). (Your name, postal address, date)”.`,
    isGoods
      ? `${seller} then returns all payments, with the cost of standard delivery, within 14 days, by the means of payment that you used and without a fee, but may wait until the goods are back or you have shown that they are on their way. Send them back within 14 days. You pay for the return, and for a loss in value only if you handled the goods more than is needed to examine them.`
      : `${seller} then returns your payment within 14 days, by the means of payment that you used and without a fee.`,
  ];
}
