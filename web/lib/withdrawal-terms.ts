import type { Seller } from "../../contract/api/sellers.ts";
import type { ContractKind } from "../../contract/rules/contract-kinds.ts";

type TermsOf = { of: ContractKind; seller: Seller };

/** Returns the paragraphs about the right of withdrawal, after the model of annex I (A) to directive 2011/83/EU: period, procedure, return costs, exceptions, and the seller's additions. */
export function withdrawalTerms({ of, seller }: TermsOf): string[] {
  const { legal_name: name, email, withdrawal_note: note } = seller;
  return [
    `You have the right to withdraw from this contract within 14 days without giving a reason. ${PERIODS[of]}`,
    `To withdraw, press “Withdraw from contract here” on the page of your order, or send ${name} a clear statement, for example by email to ${email}. You may use the model form, but need not. It is in time if you send it before the period ends.`,
    of === "goods"
      ? returnOfGoods(seller)
      : `${name} then returns your payment within 14 days, by the means of payment that you used and without a fee.${of === "service" ? " If the service has begun by then, you pay for the part that was provided." : ""}`,
    ...(of === "goods" ? [EXCEPTIONS] : []),
    ...(note?.split("\n").filter((line) => line.trim() !== "") ?? []),
  ];
}

const PERIODS: Record<ContractKind, string> = {
  goods: "The period ends 14 days after the day on which you receive the goods.",
  file: "The period ends 14 days after the day of the order. It ends earlier once you download the file, because you agree that delivery starts at once.",
  service:
    "The period ends 14 days after the day of the order. It ends earlier once the service has been provided in full, because you agree that it may begin before then.",
};

/** Article 16 (c), (d) and (e). */
const EXCEPTIONS =
  "There is no right to withdraw for goods that are made to your specifications or clearly personal, that spoil quickly, or that were sealed for health or hygiene and have been opened.";

function returnOfGoods({ legal_name: name, pays_return }: Seller): string {
  return `${name} then returns all payments, with the cost of standard delivery, within 14 days, by the means of payment that you used and without a fee, but may wait until the goods are back or you have shown that they are on their way. Send them back within 14 days. ${pays_return ? name : "You"} ${pays_return ? "pays" : "pay"} for the return${pays_return ? ". You pay" : ", and"} for a loss in value only if you handled the goods more than is needed to examine them.`;
}

/** Returns the lines of the model form of annex I (B) to the directive. */
export function withdrawalForm({ legal_name, address, email }: Seller): string[] {
  return [
    `To ${[legal_name, ...address.split("\n"), email].join(", ")}:`,
    "I hereby withdraw from my contract about (product):",
    "Ordered on, or received on:",
    "Name of the buyer:",
    "Address of the buyer:",
    "Signature of the buyer (only on paper):",
    "Date:",
  ];
}
