/** The prefix of a requirement that names its owner; an account here has only one. */
const WHOSE =
  /^(identity\.individual|individual|representative|person_[^.]+|(owners|directors|executives)(\.\d+)?)\./;

/** Texts of the provider's requirements by the beginning of their names; the first match applies. */
const LABELS: readonly (readonly [RegExp, string])[] = [
  [/^mollie\.onboarding/, "Details that Mollie asks for"],
  [/^mollie\.profile/, "A website profile at Mollie that may take payments"],
  // Accounts v2.
  [/^identity\.attestations\.terms_of_service/, "Your agreement to Stripe's terms"],
  [/^identity\.attestations/, "Who owns and runs your company"],
  [/^identity\.entity_type/, "Whether you act as a person or as a company"],
  [/^identity\.business_details\.documents/, "A document that confirms your company"],
  [/^identity\.business_details\.id_numbers/, "Your company's tax or registration number"],
  [/^identity\.business_details\.address/, "Your company's address"],
  [/^identity\.business_details\.phone/, "Your company's phone number"],
  [/^identity\.business_details\.registered_name/, "Your company's name"],
  [/^identity\.business_details/, "Details of your business"],
  [/^configuration\.merchant\.mcc/, "What kind of business it is"],
  [/^configuration\.merchant\.support/, "How buyers can reach you"],
  [/^configuration\.merchant\.statement_descriptor/, "The name on your buyers' card statements"],
  [/^defaults\.profile/, "Your website, or what you sell"],
  [/^documents/, "A photo of your identity document"],
  [/^date_of_birth/, "Your date of birth"],
  [/^(given_name|surname)/, "Your full name"],
  [/^id_numbers/, "Your national identification number"],
  [/^nationalities/, "Your nationality"],
  [/^contact_email/, "Your email address"],
  // Accounts v1, for the installation's own account, and what both have.
  [/^external_account/, "A bank account or card for your payouts"],
  [/^tos_acceptance/, "Your agreement to Stripe's terms"],
  [/^business_type/, "Whether you act as a person or as a company"],
  [/^business_profile\.(url|product_description)/, "Your website, or what you sell"],
  [/^business_profile\.mcc/, "What kind of business it is"],
  [/^business_profile\.support/, "How buyers can reach you"],
  [/^business_profile/, "Details of your business"],
  [/^company\.verification/, "A document that confirms your company"],
  [/^company\.(tax_id|vat_id|registration_number)/, "Your company's tax or registration number"],
  [/^company\.address/, "Your company's address"],
  [/^company\.(owners|directors|executives)_provided/, "Who owns and runs your company"],
  [/^company\.phone/, "Your company's phone number"],
  [/^company\.name/, "Your company's name"],
  [/^verification\.additional_document/, "A document that confirms your address"],
  [/^verification/, "A photo of your identity document"],
  [/^dob/, "Your date of birth"],
  [/^(first_name|last_name|full_name)/, "Your full name"],
  [/^(id_number|ssn_last_4)/, "Your national identification number"],
  [/^(registered_)?address/, "Your address"],
  [/^email/, "Your email address"],
  [/^phone/, "Your phone number"],
  [/^nationality/, "Your nationality"],
  [/^relationship/, "Your role in the company"],
];

/** Returns the text of a requirement; an unknown name is made readable. */
export function requirementText(name: string): string {
  const detail = name.replace(WHOSE, "");
  const known = LABELS.find(([beginning]) => beginning.test(detail));
  if (known) return known[1];
  const words = detail
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();
  return words === "" ? "Another detail" : words.replace(/^./u, (letter) => letter.toUpperCase());
}

/** Returns the texts of all requirements without repeats, overdue ones first. */
export function missingTexts(requirements: { currentlyDue: string[]; pastDue: string[] }) {
  const overdue = new Set(requirements.pastDue.map(requirementText));
  const due = new Set(requirements.currentlyDue.map(requirementText));
  return [...new Set([...overdue, ...due])].map((text) => ({ text, isOverdue: overdue.has(text) }));
}
