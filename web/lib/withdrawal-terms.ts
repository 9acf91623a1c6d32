import type { Seller } from "../../contract/api/sellers.ts";
import type { ContractKind } from "../../contract/rules/contract-kinds.ts";
import { joinByComma } from "../../contract/rules/formats.ts";
import { legalTexts } from "../../contract/rules/legal-texts/index.ts";
import { t } from "../../contract/texts.ts";
import { currentLanguage } from "../../contract/translation.ts";

type TermsOf = { of: ContractKind; seller: Seller };

/** Returns the paragraphs about the right of withdrawal in the page's language, after the model of annex I (A) to directive 2011/83/EU: period, procedure, return costs and exceptions. */
export function withdrawalTerms({ of, seller }: TermsOf): string[] {
  const { withdrawal: terms } = legalTexts(currentLanguage());
  const { legal_name: name, email, pays_return } = seller;
  const values = { name, email, button: t("Withdraw from contract here") };
  const paragraphs = {
    goods: [
      terms.goods,
      terms.how,
      pays_return ? terms.returnBySeller : terms.returnByBuyer,
      terms.exceptions,
    ],
    file: [terms.file, terms.how, terms.refund],
    service: [terms.service, terms.how, terms.refundOfService],
  }[of];
  return paragraphs.map((paragraph) => fill(paragraph, values));
}

/** Returns the paragraphs that the seller adds to them. */
export const sellersTerms = ({ withdrawal_note: note }: Seller): string[] =>
  note?.split("\n").filter((line) => line.trim() !== "") ?? [];

/** Returns the lines of the model form of annex I (B) to the directive, in the page's language. */
export function withdrawalForm({ legal_name, address, email }: Seller): string[] {
  const seller = joinByComma([legal_name, ...address.split("\n"), email]);
  return legalTexts(currentLanguage()).withdrawal.form.map((line) => fill(line, { seller }));
}

/** Inserts values as they are, whatever braces they contain. */
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (braces, name: string) => values[name] ?? braces);
