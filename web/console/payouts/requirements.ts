import { t } from "../../../contract/texts.ts";

/** The prefix of a requirement that names the person it concerns. It is dropped, because an account here has only one person. */
const WHOSE =
  /^(identity\.individual|individual|representative|person_[^.]+|(owners|directors|executives)(\.\d+)?)\./;

/** Texts of requirements by the beginning of their names, for Stripe's accounts v2 and v1. The first match applies. */
const LABELS: readonly (readonly [RegExp, string])[] = [
  [/^mollie\.onboarding/, t("Details that Mollie asks for")],
  [/^mollie\.profile/, t("A website profile at Mollie that may take payments")],
  [/^(identity\.attestations\.terms_of_service|tos_acceptance)/, t("Your agreement to Stripe's terms")],
  [
    /^(identity\.attestations|company\.(owners|directors|executives)_provided)/,
    t("Who owns and runs your company"),
  ],
  [/^(identity\.entity_type|business_type)/, t("Whether you act as a person or as a company")],
  [
    /^(identity\.business_details\.documents|company\.verification)/,
    t("A document that confirms your company"),
  ],
  [/^identity\.business_details\.id_numbers/, t("Your company's tax or registration number")],
  [/^company\.(tax_id|vat_id|registration_number)/, t("Your company's tax or registration number")],
  [/^(identity\.business_details|company)\.address/, t("Your company's address")],
  [/^(identity\.business_details|company)\.phone/, t("Your company's phone number")],
  [/^(identity\.business_details\.registered_name|company\.name)/, t("Your company's name")],
  [/^(configuration\.merchant|business_profile)\.mcc/, t("What kind of business it is")],
  [/^(configuration\.merchant|business_profile)\.support/, t("How buyers can reach you")],
  [/^configuration\.merchant\.statement_descriptor/, t("The name on your buyers' card statements")],
  [/^(defaults\.profile|business_profile\.(url|product_description))/, t("Your website, or what you sell")],
  [/^(identity\.business_details|business_profile)/, t("Details of your business")],
  [/^external_account/, t("A bank account or card for your payouts")],
  [/^verification\.additional_document/, t("A document that confirms your address")],
  [/^(documents|verification)/, t("A photo of your identity document")],
  [/^(date_of_birth|dob)/, t("Your date of birth")],
  [/^(given_name|surname|first_name|last_name|full_name)/, t("Your full name")],
  [/^(id_number|ssn_last_4)/, t("Your national identification number")],
  [/^(registered_)?address/, t("Your address")],
  [/^(contact_)?email/, t("Your email address")],
  [/^phone/, t("Your phone number")],
  [/^nationalit(y|ies)/, t("Your nationality")],
  [/^relationship/, t("Your role in the company")],
];

/** Returns the text of a requirement, or a readable form of an unknown name. */
export function requirementText(name: string): string {
  const detail = name.replace(WHOSE, "");
  const known = LABELS.find(([beginning]) => beginning.test(detail));
  if (known) return known[1];
  const words = detail
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();
  return words === "" ? t("Another detail") : words.replace(/^./u, (letter) => letter.toUpperCase());
}

export type Requirements = { currentlyDue: string[]; pastDue: string[] };

/** Returns the texts of all requirements without duplicates, overdue ones first. */
export function missingTexts({ currentlyDue, pastDue }: Requirements) {
  const overdue = new Set(pastDue.map(requirementText));
  const due = new Set(currentlyDue.map(requirementText));
  return [...new Set([...overdue, ...due])].map((text) => ({ text, isOverdue: overdue.has(text) }));
}
