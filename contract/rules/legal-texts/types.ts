import type { Language } from "../languages.ts";

/** A text with the id under which it is stored. A published text is never changed: another wording gets another id. */
export type LegalText = { readonly id: string; readonly text: string };

/** The legal texts of one language. `{name}` and `{email}` are the seller's, `{button}` is the label on the order's page. */
export type LegalTexts = {
  readonly language: Language;
  /** The buyer's agreement under article 16(m) of directive 2011/83/EU, with which the right of withdrawal ends when delivery begins. */
  readonly digital: LegalText;
  /** The same agreement beside goods, from which the buyer can still withdraw. */
  readonly digitalPart: LegalText;
  /** The buyer's request under article 7(3) of the directive and agreement under its article 16(a). */
  readonly service: LegalText;
  /** The same request beside files or goods. */
  readonly servicePart: LegalText;
  /** The id of both agreements, for an order of files and services. */
  readonly digitalAndServiceId: string;
  /** The buyer's agreement to news from the creator, which is never required. */
  readonly news: LegalText;
  readonly withdrawal: WithdrawalTexts;
};

/** The information about the right of withdrawal, after the model of annex I to the directive. */
export type WithdrawalTexts = {
  readonly id: string;
  /** The right, with the period by the contract's subject. */
  readonly goods: string;
  readonly file: string;
  readonly service: string;
  readonly how: string;
  readonly refund: string;
  readonly refundOfService: string;
  /** The return of goods at the buyer's costs, or at the seller's. */
  readonly returnByBuyer: string;
  readonly returnBySeller: string;
  /** Article 16 (c), (d) and (e). */
  readonly exceptions: string;
  /** The lines of the model form of annex I (B). `{seller}` is the name, address and email. */
  readonly form: readonly string[];
};
